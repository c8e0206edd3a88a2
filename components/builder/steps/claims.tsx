"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { BuilderStudy, StepValues } from "#components/builder/builder-study.ts";
import { StepForm } from "#components/builder/step-form.tsx";
import { Fields, fieldsOf, type FieldTools, group, row } from "#components/plan-form/fields.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FieldHint } from "#components/ui/fields/field.tsx";
import { RunSelect } from "#components/builder/run-select.tsx";
import { claimsSchema, type Frame } from "#lib/studies/schema.ts";
import {
  isSameRun,
  listCandidates,
  proposeSiblings,
  runLabel,
  type BenchmarkRun,
  type RunName,
} from "#lib/studies/run-names.ts";

type Claims = StepValues["claims"];
type Tools = { tools: FieldTools<Claims> };
type Props = { study: BuilderStudy; runs: readonly BenchmarkRun[] };

const { number, share, toggle } = fieldsOf<Claims>();
const nothing = claimsSchema.parse({});
const usualHalfWidth = 0.04;

export function ClaimsStep({ study, runs }: Props) {
  const t = useTranslations("builderWords.claims");
  return (
    <StepForm study={study} step="claims" value={study.design.claims ?? nothing} about={[t("about.before")]}>
      {(tools) => <ClaimsFields tools={tools} study={study} runs={runs} />}
    </StepForm>
  );
}

function ClaimsFields({ tools, study: { task, design }, runs }: Props & Tools) {
  const t = useTranslations("builderWords.claims");
  const { frame, rules, assignment } = design;
  const { comparator, margin, stopping } = tools.value;
  const hasMargin = task.hasRight || margin !== null;
  return (
    <Fields
      tools={tools}
      items={[
        task.hasRight || comparator ? (
          <Comparator key="comparator" tools={tools} runs={runs} frame={frame} />
        ) : (
          <p key="comparator" className="measure">
            {t("noRight")}
          </p>
        ),
        (hasMargin || task.testsAnnotators) &&
          group(hasMargin ? t("margins") : t("annotators"), [
            row("grid max-w-3xl items-end gap-4 sm:grid-cols-2", [
              hasMargin &&
                share("margin", t("margin.label"), {
                  hint: t("margin.hint"),
                  min: 0.5,
                  max: 50,
                  empty: null,
                }),
              task.testsAnnotators &&
                number("epsilon", t("epsilon.label"), {
                  hint: t("epsilon.hint"),
                  min: 0,
                  max: 0.5,
                  step: "any",
                }),
            ]),
          ]),
        frame.reference && <Siblings key="siblings" tools={tools} runs={runs} reference={frame.reference} />,
        // Needs looks while people answer: without them nobody knows when it is met.
        (task.hasRight || stopping) &&
          group(t("stopping.legend"), [
            toggle("stopping", t("stopping.rule"), {
              hint: rules.interim ? t("stopping.hint") : t("stopping.needsLooking"),
              on: { halfWidth: usualHalfWidth, mostPeople: assignment.people },
              off: null,
              className: "grid max-w-xl items-end gap-4 sm:grid-cols-2",
              opens: [
                share("stopping.halfWidth", t("stopping.halfWidth"), {
                  hint: t("stopping.halfWidthHint"),
                  min: 0.5,
                  max: 25,
                }),
                number("stopping.mostPeople", t("stopping.mostPeople"), {
                  hint: t("stopping.mostPeopleHint"),
                  min: 2,
                  max: 10_000,
                }),
              ],
            }),
          ]),
      ]}
    />
  );
}

const ways = ["unserved_cases", "name", "none"] as const;
type ComparatorRule = (typeof ways)[number];
const nameOf = ({ model, method, version }: RunName) => ({ model, method, version });

type ComparatorProps = Tools & { runs: readonly BenchmarkRun[]; frame: Frame };

/** The run that the headline is going to speak of. */
function Comparator({ tools: { value, set, errorOf }, runs, frame }: ComparatorProps) {
  const t = useTranslations("builderWords.claims.comparator");
  const name = useId();
  const { comparator } = value;
  const candidates = listCandidates(runs, { frame, claims: value });
  const way: ComparatorRule = comparator?.by ?? "none";
  const choose = (next: ComparatorRule) => {
    const [first] = candidates;
    if (next === "none") set({ comparator: null });
    else if (next === "unserved_cases") set({ comparator: { by: next } });
    else if (first) set({ comparator: { by: next, run: nameOf(first) } });
  };
  const run = comparator?.by === "name" ? comparator.run : null;
  const at = run ? candidates.findIndex((one) => isSameRun(one, run)) : -1;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-xl font-semibold">{t("legend")}</legend>
      <p className="measure text-ink-muted">{t("why")}</p>
      <div className="grid gap-2">
        {ways.map((one) => (
          <div key={one}>
            <label className="target flex items-center gap-3">
              <input
                type="radio"
                name={name}
                checked={way === one}
                disabled={one === "name" && candidates.length === 0}
                aria-describedby={`${name}-${one}-hint`}
                onChange={() => choose(one)}
                className="size-5 shrink-0 accent-accent"
              />
              {t(`${one}.label`)}
            </label>
            <div className="ml-8">
              <FieldHint id={`${name}-${one}`}>
                {one === "name" && candidates.length === 0 ? t("noRuns") : t(`${one}.hint`)}
              </FieldHint>
            </div>
          </div>
        ))}
      </div>
      {run && (
        <div className="max-w-xl">
          <RunSelect
            label={t("run")}
            hint={t("runHint")}
            error={errorOf("comparator") ?? (at < 0 ? t("gone") : undefined)}
            gone={at < 0 ? run : null}
            chosen={at}
            runs={candidates}
            onRun={(next) => next && set({ comparator: { by: "name", run: nameOf(next) } })}
          />
        </div>
      )}
    </fieldset>
  );
}

type SiblingsProps = Tools & { runs: readonly RunName[]; reference: RunName };

/** Runs of the selecting model by other methods or versions: proposed by its name, confirmed one by one. */
function Siblings({ tools: { value, set }, runs, reference }: SiblingsProps) {
  const t = useTranslations("builderWords.claims.siblings");
  const { siblings } = value;
  const isIn = (list: readonly RunName[], run: RunName) => list.some((one) => isSameRun(one, run));
  const proposed = proposeSiblings(reference, runs);
  const shown = [...proposed, ...siblings.filter((run) => !isIn(proposed, run))];
  const others = runs.filter((run) => !isIn(shown, run) && !isSameRun(run, reference));
  const confirm = (run: RunName, isSibling: boolean) =>
    set(({ siblings: before }) => {
      const rest = before.filter((one) => !isSameRun(one, run));
      return { siblings: isSibling ? [...rest, nameOf(run)] : rest };
    });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-xl font-semibold">{t("legend")}</legend>
      <p className="measure text-ink-muted">
        {t(shown.length === 0 ? "none" : "intro", { model: reference.model })}
      </p>
      {shown.map((run) => (
        <CheckboxField
          key={runLabel(run)}
          label={runLabel(run)}
          checked={isIn(siblings, run)}
          onChange={({ target }) => confirm(run, target.checked)}
        />
      ))}
      {others.length > 0 && (
        <div className="max-w-xl">
          <RunSelect
            label={t("other")}
            hint={t("otherHint")}
            none={t("choose")}
            chosen={-1}
            runs={others}
            onRun={(run) => run && confirm(run, true)}
          />
        </div>
      )}
    </fieldset>
  );
}
