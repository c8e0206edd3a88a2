"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { LanguageCounts } from "#components/builder/language-counts.tsx";
import { Groups, Linked, withCount } from "#components/builder/steps/drawn-together.tsx";
import { StepForm } from "#components/builder/step-form.tsx";
import { Fields, fieldsOf, type FieldTools, group, row, NumberField } from "#components/plan-form/fields.tsx";
import { Button } from "#components/ui/button.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { countSampled } from "#lib/studies/languages.ts";
import type { TrackCount, TrackGroups } from "#lib/studies/frame/survey.ts";
import {
  type SampledStratum,
  countAsked,
  countDifferent,
  countLinked,
  countNames,
  countSets,
  findReachGaps,
  minOfStratum,
  listFrameCells,
  quotaNames,
  quotaOf,
  sampledStrata,
} from "#lib/studies/strata/schema.ts";
import { countRatedOnce, type Assignment, type Sample } from "#lib/studies/schema.ts";

const { number, toggle } = fieldsOf<Sample>();

const listPoints = ({ hasRight }: BuilderStudy["task"]) =>
  hasRight ? (["controls", "unsure", "repeats", "seed"] as const) : (["repeats", "seed"] as const);

type Props = { study: BuilderStudy; counts: readonly TrackCount[]; groups: readonly TrackGroups[] };

export function SampleStep({ study, counts, groups }: Props) {
  const t = useTranslations("builder.sampleStep");
  const { frame, sample, assignment } = study.design;
  const { hasRight, hasGold } = study.task;
  const tracks = study.tracks.map(({ name }) => name);
  return (
    <StepForm
      study={study}
      step="sample"
      value={sample}
      about={listPoints(study.task).map((point) => t(`about.${point}`))}
    >
      {(tools) => (
        <>
          <Quota
            {...tools}
            counts={counts}
            assignment={assignment}
            frameTracks={frame.tracks}
            hasReference={frame.reference !== null}
          />
          <Groups tools={tools} groups={groups} sets={countSets(assignment)} />
          <Linked tools={tools} design={assignment.design} sets={countSets(assignment)} />
          {(["attention", "practice"] as const)
            .filter((kind) => (kind === "practice" ? hasGold : hasRight) || sample[kind].count > 0)
            .map((kind) => (
              <ForEverybody key={kind} kind={kind} tracks={tracks} hasRight={hasRight} tools={tools} />
            ))}
          {!hasGold && <p className="measure text-ink-muted">{t("noRight")}</p>}
          <Numbers tools={tools} hasRight={hasRight} />
          <LeftOut tracks={tracks} tools={tools} />
          <RatedOnce tools={tools} />
        </>
      )}
    </StepForm>
  );
}

function Numbers({ tools, hasRight }: { tools: FieldTools<Sample>; hasRight: boolean }) {
  const t = useTranslations("builder.sampleStep");
  const another = (
    <div key="another">
      <Button
        size="small"
        onClick={() => tools.set({ seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 })}
      >
        {t("seed.another")}
      </Button>
    </div>
  );
  const hint = (field: "repeats" | "once" | "source" | "seed") => ({ hint: t(`${field}.hint`) });
  return (
    <Fields
      tools={tools}
      items={[
        row("grid max-w-md gap-6", [
          number("repeats", t("repeats.label"), { ...hint("repeats"), min: 1, max: 50, empty: "absent" }),
          (hasRight || tools.value.oncePerQuestion === true) &&
            toggle("oncePerQuestion", t("once.label"), { ...hint("once"), off: undefined }),
          number("mostFromOneSource", t("source.label"), { ...hint("source"), min: 1, empty: null }),
          row("grid gap-2", [number("seed", t("seed.label"), { ...hint("seed"), min: 0 }), another]),
        ]),
      ]}
    />
  );
}

/** As in the paper's human study. */
const template = { Literary: 45, Drama: 3, Expertise: 2 } as const;

type QuotaProps = FieldTools<Sample> & {
  /** Of the frame as it was saved. */
  counts: readonly TrackCount[];
  frameTracks: readonly string[];
  hasReference: boolean;
  assignment: Assignment;
};

/** How many cases of each track one participant gets, and whether there are that many. */
function Quota(props: QuotaProps) {
  const { value, set, errors, frameTracks, hasReference, assignment } = props;
  const t = useTranslations("builder.sampleStep");
  const asked = sampledStrata.flatMap((stratum) => Object.keys(quotaOf(value, stratum)));
  const names = [...new Set([...frameTracks, ...asked])];
  const shares = assignment.design === "blocks" ? Math.ceil(assignment.people / assignment.ratersPerCase) : 1;
  // Without a reference run nothing can be a control; what was asked for before still has to be seen.
  const offered = sampledStrata.filter(
    (stratum) =>
      hasReference ||
      stratum === "selected" ||
      Object.values(quotaOf(value, stratum)).some((count) => count > 0),
  );
  const cellOf = useQuotaCell(props, shares);
  const inTemplate = Object.keys(template).every((track) => frameTracks.includes(track));
  return (
    <div className="grid gap-4">
      <h2 className="text-xl font-semibold">{t("quota.title")}</h2>
      <p className="measure text-ink-muted">
        {t(`quota.shares.${assignment.design}`, { shares, raters: assignment.ratersPerCase })}
      </p>
      {inTemplate && (
        <div>
          <Button size="small" onClick={() => set({ quota: { ...template } })}>
            {t("quota.template")}
          </Button>
        </div>
      )}
      <Table
        caption={t("quota.title")}
        columns={[
          { key: "track", label: t("quota.track") },
          ...offered
            .map((stratum) => quotaNames[stratum])
            .map((kind) => ({ key: kind, label: t(`quota.${kind}.head`) })),
        ]}
        rows={names.map((track) => ({
          id: track,
          cells: {
            track: <bdi>{track}</bdi>,
            ...Object.fromEntries(offered.map((stratum) => cellOf(stratum, track))),
          },
        }))}
      />
      {Object.keys(errors).some((path) => /^(quota|unsure|controls)\.?/.test(path)) && (
        <FieldError id="quota">{t("quota.error")}</FieldError>
      )}
      <p className="font-medium">{t("quota.total", { cases: countAsked(value) })}</p>
      {hasReference && <p className="measure">{t("quota.reach", readReach(props))}</p>}
      <LanguageCounts counts={countSampled(props.counts, value)} />
      {!hasReference && <p className="measure text-sm text-ink-muted">{t("quota.noReference")}</p>}
    </div>
  );
}

/** Of a track, how many of a stratum one participant gets, and whether there are that many for all. */
function useQuotaCell({ value, set, counts, errorOf, assignment }: QuotaProps, shares: number) {
  const t = useTranslations("builder.sampleStep.quota");
  const format = useFormatter();
  return (stratum: SampledStratum, track: string) => {
    const kind = quotaNames[stratum];
    const there = counts.find((one) => one.track === track)?.[countNames[stratum]] ?? 0;
    const asked = quotaOf(value, stratum)[track];
    const needed = countDifferent(shares, asked ?? 0, countLinked(value, assignment, stratum, track));
    return [
      kind,
      <div key={kind} className="grid gap-1">
        <div className="relative w-28">
          <NumberField
            label={<span className="sr-only">{t(`${kind}.label`, { track })}</span>}
            min={0}
            max={1000}
            value={asked ?? null}
            error={errorOf(`${kind}.${track}`)}
            onNumber={(count) =>
              set((before) => ({ [kind]: withCount(quotaOf(before, stratum), track, count) }))
            }
          />
        </div>
        <span className="figures grid gap-0.5">
          <span>{t("needed", { needed: format.number(needed), there: format.number(there) })}</span>
          {needed > there && (
            <span className="font-medium text-danger">{t("lacks", { count: needed - there })}</span>
          )}
        </span>
      </div>,
    ] as const;
  };
}

/** Whether what is asked of everybody together is enough for the whole benchmark. */
function readReach({ value, counts, frameTracks, assignment }: QuotaProps) {
  const sets = countSets(assignment);
  const framed = counts.filter(({ track }) => frameTracks.includes(track));
  const cells = listFrameCells(framed, (track, stratum) =>
    countDifferent(sets, quotaOf(value, stratum)[track] ?? 0, countLinked(value, assignment, stratum, track)),
  );
  return { can: findReachGaps(cells).length === 0 ? "yes" : "no", least: minOfStratum };
}

type EverybodyProps = {
  tools: FieldTools<Sample>;
  kind: "attention" | "practice";
  tracks: readonly string[];
  hasRight: boolean;
};

/** Cases that everybody gets: named ones first, the rest drawn. */
function ForEverybody({ tools, kind, tracks, hasRight }: EverybodyProps) {
  const t = useTranslations("builder.sampleStep");
  const { value, set, errors, errorOf } = tools;
  const [text, setText] = useState(() => formatCases(value[kind].cases));
  const { lines } = readCases(text, tracks);
  const lineError = Object.keys(errors)
    .map((path) => new RegExp(`^${kind}\\.cases\\.(\\d+)`).exec(path)?.[1])
    .find((index) => index !== undefined);
  const named = (
    <TextAreaField
      key="cases"
      label={t(`${kind}.cases`)}
      hint={t("casesHint", { right: String(hasRight) })}
      rows={3}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const { cases } = readCases(target.value, tracks);
        set((before) => ({ [kind]: { ...before[kind], cases } }));
      }}
      error={
        lineError === undefined
          ? errorOf(`${kind}.cases`)
          : t("lineError", { line: lines[Number(lineError)] ?? 1 })
      }
      spellCheck={false}
      className="font-mono text-sm"
    />
  );
  const count = number(`${kind}.count`, t(`${kind}.count`), {
    min: 0,
    max: kind === "attention" ? 20 : 10,
    width: "max-w-40",
  });
  return (
    <Fields
      tools={tools}
      items={[group(t(`${kind}.title`), [count, named], { about: t(`${kind}.about`) })]}
    />
  );
}

/** Cases that are never drawn, such as the second of two with the same text. */
function LeftOut({ tracks, tools: { value, set, errors } }: Pick<EverybodyProps, "tools" | "tracks">) {
  const t = useTranslations("builder.sampleStep");
  const [text, setText] = useState(() => formatCases(value.leftOut ?? []));
  const wrong = Object.keys(errors).find((path) => path.startsWith("leftOut"));
  return (
    <TextAreaField
      label={t("leftOut.label")}
      hint={t("leftOut.hint")}
      rows={3}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        const { cases } = readCases(target.value, tracks);
        set({ leftOut: cases.length === 0 ? undefined : cases });
      }}
      error={
        wrong === undefined
          ? undefined
          : t("lineError", { line: readCases(text, tracks).lines[Number(wrong.split(".")[1])] ?? 1 })
      }
      spellCheck={false}
      className="font-mono text-sm"
    />
  );
}

/** Set at the end of the builder, where the cases are drawn and compared; here it can be taken back. */
function RatedOnce({ tools: { value, set } }: Pick<EverybodyProps, "tools">) {
  const t = useTranslations("builder.sampleStep.ratedOnce");
  if (!value.ratedOnce) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <h2 className="font-semibold">{t("title")}</h2>
      <p className="measure">{t("about", countRatedOnce(value.ratedOnce))}</p>
      <Button size="small" onClick={() => set({ ratedOnce: undefined })}>
        {t("remove")}
      </Button>
    </div>
  );
}

type PracticeCases = Sample["practice"]["cases"];

const formatCases = (cases: PracticeCases): string =>
  cases.map(({ track, key }) => `${track}: ${key}`).join("\n");

/**
 * "Track: key", one a line; blank lines count for nothing. A line that begins with a track of the benchmark is
 * parted there, since names of tracks may hold colons themselves.
 */
function readCases(text: string, tracks: readonly string[]): { cases: PracticeCases; lines: number[] } {
  const cases: PracticeCases = [];
  const lines: number[] = [];
  text.split("\n").forEach((line, index) => {
    const written = line.trim();
    if (written === "") return;
    const known = tracks
      .filter((track) => written.startsWith(`${track}:`))
      .sort((a, b) => b.length - a.length)[0];
    const colon = known?.length ?? written.indexOf(":");
    cases.push(
      colon < 0
        ? { track: "", key: written }
        : { track: written.slice(0, colon).trim(), key: written.slice(colon + 1).trim() },
    );
    lines.push(index + 1);
  });
  return { cases, lines };
}
