"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { type TrackCases, type Consequences, listConsequences } from "#components/builder/consequences.ts";
import { ReadingTime } from "#components/builder/reading-time.tsx";
import { StepForm } from "#components/builder/step-form.tsx";
import { Fields, fieldsOf, type FieldTools, group, row } from "#components/plan-form/fields.tsx";
import { Table } from "#components/ui/table/table.tsx";
import {
  armDifferences,
  armUnits,
  differInCases,
  maxArms,
  type Arm,
  type ArmDifference,
  type Arms as PlannedArms,
} from "#lib/studies/arms/schema.ts";
import type { Facts } from "#lib/studies/findings/problems.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import { estimateSitting, type Spread } from "#lib/studies/reading/reading-time.ts";
import { caseOrders, designs, optionOrders, type Assignment, type Design } from "#lib/studies/schema.ts";
import { countNames, countServed } from "#lib/studies/strata/schema.ts";

type Tools = { tools: FieldTools<Assignment> };
type Props = {
  study: BuilderStudy;
  /** What the frame holds, where it has been counted. */
  eligible?: readonly TrackCases[];
  /** How long the cases of a sitting take to read, as the draft was saved. */
  reading?: Spread | null;
  /** The same in either order of the cases of a group, where these share a text. */
  orders?: Facts["orders"];
};

const usualHours = 72;
const f = fieldsOf<Assignment>();

export function AssignmentStep({ study, eligible = [], reading = null, orders = null }: Props) {
  const t = useTranslations("builderPlan.assignment");
  const own = useTranslations("planKinds");
  const { design, task } = study;
  return (
    <StepForm study={study} step="assignment" value={design.assignment} about={[t("about.order")]}>
      {(tools) => (
        <Fields
          tools={tools}
          items={[
            <DesignChoice
              key="design"
              value={tools.value.design}
              onChange={(chosen) => tools.set({ design: chosen })}
            />,
            row("grid max-w-xl items-end gap-4 sm:grid-cols-2", [
              f.number("people", t("people"), { hint: t("peopleHint"), min: 1, max: 10_000 }),
              tools.value.design === "blocks" &&
                f.number("ratersPerCase", t("raters"), { hint: t("ratersHint"), min: 1, max: 1000 }),
            ]),
            <Arms key="arms" tools={tools} />,
            <section key="consequences" aria-labelledby="consequences" className="grid gap-4">
              <h2 id="consequences" className="text-xl font-semibold">
                {t("results.title")}
              </h2>
              <Results
                assignment={tools.value}
                consequences={listConsequences(tools.value, design.sample, eligible)}
              />
              <ReadingTime design={design} reading={reading} />
            </section>,
            orders && <OrderCosts key="costs" design={design} assignment={tools.value} orders={orders} />,
            group(
              t("orders.title"),
              [
                f.select(
                  "caseOrder",
                  t("orders.caseOrder"),
                  caseOrders.map((order) => [order, t(`orders.${order}`)]),
                ),
                task.ordersOptions &&
                  f.select(
                    "optionOrder",
                    t("orders.optionOrder"),
                    optionOrders.map((order) => [order, t(`orders.${order}`)]),
                    {
                      hint: task.kinds
                        .map((kind) => own(`${kind}.order`, { optionOrder: tools.value.optionOrder }))
                        .join(" "),
                    },
                  ),
              ],
              {
                className: "grid max-w-xl items-end gap-4 sm:grid-cols-2",
                legendClass: "mb-3 text-xl font-semibold",
              },
            ),
            // When the place of somebody who stays away is given to another.
            group(
              t("places.title"),
              [
                f.toggle("placeHours", t("places.release"), {
                  hint: t("places.hint"),
                  on: usualHours,
                  off: null,
                  className: "max-w-60",
                  opens: [f.number("placeHours", t("places.hours"), { min: 1, max: 2160 })],
                }),
              ],
              { className: "grid max-w-xl gap-4", legendClass: "mb-1 text-xl font-semibold" },
            ),
          ]}
        />
      )}
    </StepForm>
  );
}

type DesignProps = { value: Assignment["design"]; onChange: (value: Assignment["design"]) => void };

/** The three designs, each with what it is good for. */
function DesignChoice({ value, onChange }: DesignProps) {
  const t = useTranslations("builderPlan.assignment.designs");
  const id = useId();
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-xl font-semibold">{t("title")}</legend>
      {designs.map((design) => (
        <div key={design} className="flex items-start gap-3">
          <input
            id={`${id}-${design}`}
            type="radio"
            name={id}
            value={design}
            checked={value === design}
            onChange={() => onChange(design)}
            aria-describedby={`${id}-${design}-hint`}
            className="mt-0.5 size-6 shrink-0 accent-accent"
          />
          <div className="grid gap-0.5">
            <label htmlFor={`${id}-${design}`} className="font-medium">
              {t(`${design}.name`)}
            </label>
            <p id={`${id}-${design}-hint`} className="measure text-sm text-ink-muted">
              {t(`${design}.hint`)}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}

const none = "none";
const anArm = fieldsOf<Arm>();
const pair = "grid max-w-xl gap-4 sm:grid-cols-2";

/** Whether people, or cases, are divided at random among arms that differ in one thing. */
function Arms({ tools }: Tools) {
  const t = useTranslations("builderPlan.assignment.arms");
  const { arms } = tools.value;
  const { errorOf } = tools;
  return (
    <section aria-labelledby="arms" className="grid gap-4">
      <header className="grid gap-1">
        <h2 id="arms" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <p className="measure text-ink-muted">{t("intro")}</p>
      </header>
      <Fields
        tools={tools}
        items={[
          row(`${pair} items-end`, [
            f.select(
              "arms",
              t("differ"),
              [
                [none, t("none")],
                ...armDifferences.map((differ) => [differ, t(`differences.${differ}.name`)] as const),
              ],
              {
                hint: arms && t(`differences.${arms.differ}.hint`),
                error: errorOf("arms.differ"),
                read: (now?: PlannedArms) => now?.differ ?? none,
                write: (picked: string) =>
                  picked === none ? undefined : makeArms(picked as ArmDifference, t),
              },
            ),
            arms &&
              differInCases(arms.differ) &&
              f.select(
                "arms.unit",
                t("unit"),
                armUnits.map((unit) => [unit, t(`units.${unit}.name`)]),
                { hint: t(`units.${arms.unit}.hint`) },
              ),
          ]),
          arms &&
            f.list("arms.arms", {
              // What is there or not, near or random, is there in two ways.
              max: arms.differ === "context" || arms.differ === "instructions" ? maxArms : 2,
              fresh: () => makeAnother(arms, t),
              add: t("add"),
              className: "",
              legend: (number) => t("arm", { number }),
              legendClass: "px-2 font-medium",
              remove: (number) => (arms.arms.length > 2 ? { label: t("remove", { number }) } : null),
              removeLook: { size: "small", variant: "secondary" },
              items: (number) => listArmFields(arms.arms[number - 1], number, { t, errorOf }),
            }),
        ]}
      />
    </section>
  );
}

type ArmTools = { t: Words; errorOf: (path: string) => string | undefined };

/** One arm: its name, and what it is about. */
function listArmFields(arm: Arm | undefined, number: number, { t, errorOf }: ArmTools) {
  if (!arm) return [];
  const wrong = errorOf(`arms.arms.${number - 1}.instructions`);
  const shown = shownKey(arm);
  return [
    row(`${pair} items-start`, [
      anArm.text("name", t("name"), { maxLength: 40 }),
      arm.turns !== undefined &&
        anArm.number("turns", t("turns"), { hint: t("turnsHint"), min: 0, max: 200, empty: null }),
    ]),
    shown && (
      <p key="shown" className="measure text-sm text-ink-muted">
        {t(`shown.${shown}`)}
      </p>
    ),
    arm.instructions &&
      row("grid gap-4", [
        <p key="hint" className="measure text-sm text-ink-muted">
          {t("instructionsHint")}
        </p>,
        anArm.texts("instructions", (language) => t(`instructions.${language}`), { rows: 4 }),
        wrong && (
          <p key="wrong" role="alert" className="text-sm font-medium text-danger">
            {wrong}
          </p>
        ),
      ]),
  ];
}

/** What this arm shows, where there is nothing to fill in. */
function shownKey({ profiles, distractors, translation }: Arm) {
  if (profiles !== undefined) return profiles ? "profiles" : "noProfiles";
  if (distractors !== undefined) return distractors;
  if (translation !== undefined) return translation ? "translation" : "noTranslation";
  return null;
}

type Words = ReturnType<typeof useTranslations<"builderPlan.assignment.arms">>;

const usualTurns = 4;
const noWords = () => ({ en: "", "zh-CN": "" });

/** Two arms to begin with, the first of them as the study would be without. */
function makeArms(differ: ArmDifference, t: Words): PlannedArms {
  const pairs: Record<ArmDifference, () => [Arm, Arm]> = {
    instructions: () => [
      { name: t("names.asBefore"), instructions: noWords() },
      { name: t("names.added"), instructions: noWords() },
    ],
    context: () => [
      { name: t("names.allTurns"), turns: null },
      { name: t("names.someTurns", { turns: usualTurns }), turns: usualTurns },
    ],
    profiles: () => [
      { name: t("names.profiles"), profiles: true },
      { name: t("names.noProfiles"), profiles: false },
    ],
    distractors: () => [
      { name: t("names.near"), distractors: "near" },
      { name: t("names.random"), distractors: "random" },
    ],
    translation: () => [
      { name: t("names.noTranslation"), translation: false },
      { name: t("names.translation"), translation: true },
    ],
  };
  return { differ, unit: "people", arms: pairs[differ]() };
}

/** One more, of which there is none yet. */
function makeAnother({ differ, arms }: PlannedArms, t: Words): Arm {
  const turns = 2 * Math.max(1, ...arms.map((arm) => arm.turns ?? 1));
  return differ === "context"
    ? { name: t("names.someTurns", { turns }), turns }
    : { name: t("names.another", { number: arms.length + 1 }), instructions: noWords() };
}

type ResultsProps = { assignment: Pick<Assignment, "design" | "arms">; consequences: Consequences | null };

/** What the chosen numbers come to. */
function Results({ assignment: { design, arms }, consequences }: ResultsProps) {
  const t = useTranslations("builderPlan.assignment.results");
  const format = useFormatter();
  if (!consequences) return <p className="text-ink-muted">{t("incomplete")}</p>;
  const { cells, perPerson, linked, answers, raters, perArm, needs } = consequences;
  if (perPerson === 0) return <p className="text-ink-muted">{t("noQuota")}</p>;
  const [least, most] = raters;
  const facts = {
    answers: t("answersOf", { answers, perPerson }),
    cells: t(`cellsOf.${design}`, { cells, linked }),
    raters: [
      least === most ? t("ratersOf", { raters: most }) : t("ratersBetween", { least, most }),
      ...(linked > 0 ? [t("ratersOfLinked", { linked, people: perArm })] : []),
    ].join("; "),
    ...(arms && { arms: t(`armsOf.${arms.unit}`, { arms: arms.arms.length, people: perArm }) }),
  };
  const shown = (["answers", "cells", "raters", "arms"] as const).filter((name) => facts[name] !== undefined);
  const showThere = (there: number, needed: number, each: number) => {
    const isReused = design === "own" && there >= each;
    return (
      <>
        {format.number(there)}
        {there < needed && (
          <span className="block text-sm font-medium">
            {isReused ? t("reused") : t("missing", { count: (design === "own" ? each : needed) - there })}
          </span>
        )}
      </>
    );
  };
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2" aria-live="polite">
        {shown.map((name) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="text-ink-muted">{t(name)}</dt>
            <dd className="figures">{facts[name]}</dd>
          </div>
        ))}
      </dl>
      <Table
        caption={t("caption")}
        columns={[
          { key: "track", label: t("track") },
          { key: "perPerson", label: t("perPerson"), numeric: true },
          { key: "needed", label: t("needed"), numeric: true },
          { key: "there", label: t("there"), numeric: true },
        ]}
        rows={needs.map(({ track, stratum, perPerson: each, needed, there }) => ({
          id: `${stratum} ${track}`,
          cells: {
            track: stratum === "selected" ? track : t(`${countNames[stratum]}Of`, { track }),
            perPerson: format.number(each),
            needed: format.number(needed),
            there: there === null ? "–" : showThere(there, needed, each),
          },
        }))}
      />
    </div>
  );
}

type CostsProps = { design: Design; assignment: Assignment; orders: Record<"spread" | "by_group", Spread> };

/** What either order of the cases of a group costs: hours of each person, and of all of them. */
function OrderCosts({ design, assignment, orders }: CostsProps) {
  const t = useTranslations("builderPlan.assignment.costs");
  const format = useFormatter();
  const language = offeredLanguages(design.words)[0] ?? "en";
  const served = countServed(design.sample);
  const hours = (value: number) => format.number(value, { maximumFractionDigits: value < 10 ? 1 : 0 });
  const { people } = assignment;
  return (
    <section aria-labelledby="order-costs" className="grid gap-3">
      <h3 id="order-costs" className="font-semibold">
        {t("title")}
      </h3>
      <dl className="grid gap-3">
        {(["spread", "by_group"] as const).map((order) => {
          const { median } = estimateSitting(design, language, { reading: orders[order], served });
          const values = { each: hours(median / 60), all: hours((median * people) / 60), people };
          return (
            <div key={order} className="grid gap-0.5">
              <dt className="font-medium">{t(`${order}.name`)}</dt>
              <dd className="figures">{t("hours", values)}</dd>
              <dd className="measure text-sm text-ink-muted">{t(`${order}.cost`)}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
