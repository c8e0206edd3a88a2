"use client";

import clsx from "clsx";
import { useFormatter, useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { type ReactNode, useId } from "react";
import type { BuilderStudy, BuilderTrack, StepValues } from "#components/builder/builder-study.ts";
import { listConsequences } from "#components/builder/consequences.ts";
import { LanguageCounts } from "#components/builder/language-counts.tsx";
import { RunSelect } from "#components/builder/run-select.tsx";
import {
  addCurves,
  countSelected,
  countUnsure,
  useEligible,
  type Eligible,
} from "#components/builder/steps/use-eligible.ts";
import { StepForm } from "#components/builder/step-form.tsx";
import { binsOf } from "#components/charts/threshold-bins.ts";
import {
  Fields,
  fieldsOf,
  type FieldTools,
  group,
  emptyNumber,
  NumberField,
} from "#components/plan-form/fields.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { Icon } from "#components/ui/icons.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { countByLanguage } from "#lib/studies/languages.ts";
import { isSameRun, type RunName } from "#lib/studies/run-names.ts";
import type { Frame } from "#lib/studies/schema.ts";

type Props = { study: BuilderStudy; benchmarks: readonly BenchmarkChoice[] };
type Tools = { tools: FieldTools<StepValues["frame"]> };

const { number, toggle } = fieldsOf<StepValues["frame"]>();

export function FrameStep({ study, benchmarks }: Props) {
  const t = useTranslations("builder.frameStep.about");
  const { hasRight, needsGold } = study.task;
  const points = hasRight ? (["selection", "unparsed"] as const) : (["unparsed"] as const);
  return (
    <StepForm
      study={study}
      step="frame"
      value={{ benchmark: study.benchmark?.slug ?? null, frame: study.design.frame }}
      about={points.map((point) => t(point, { gold: String(needsGold) }))}
    >
      {(tools) => <FrameFields study={study} benchmarks={benchmarks} tools={tools} />}
    </StepForm>
  );
}

function FrameFields({ study: { slug, task, design }, benchmarks, tools }: Props & Tools) {
  const t = useTranslations("builder.frameStep");
  const { value, set, errorOf } = tools;
  const { frame } = value;
  const benchmark = benchmarks.find((one) => one.slug === value.benchmark) ?? null;
  const change = (part: Partial<Frame>) => set((before) => ({ frame: { ...before.frame, ...part } }));
  const { state, eligible, last } = useEligible(slug, benchmark, frame);
  const needs = eligible && <Needs design={design} frame={frame} eligible={eligible} />;
  return (
    <>
      <SelectField
        label={t("benchmark")}
        hint={benchmarks.length === 0 ? t("noBenchmarks") : t("benchmarkHint")}
        error={errorOf("benchmark")}
        value={benchmark?.slug ?? ""}
        onChange={({ target }) => {
          const chosen = benchmarks.find((one) => one.slug === target.value) ?? null;
          set({ benchmark: chosen?.slug ?? null, frame: fit(frame, chosen) });
        }}
      >
        <option value="">{t("noBenchmark")}</option>
        {benchmarks.map(({ slug: address, name }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))}
      </SelectField>
      {benchmark && (
        <>
          <Tracks
            benchmark={benchmark}
            frame={frame}
            eligible={eligible}
            state={state}
            onTracks={(tracks) => change({ tracks })}
            error={errorOf("frame.tracks")}
          />
          {!frame.reference && needs}
          <Filters tools={tools} task={task} />
          {(isHeldAgainst(last, frame) ?? task.hasRight) && (
            <ReferenceRule
              runs={benchmark.runs}
              frame={frame}
              eligible={eligible}
              last={last}
              needs={needs}
              errorOf={errorOf}
              onReference={(reference) => change({ reference })}
            />
          )}
        </>
      )}
    </>
  );
}

/** Whether a run can have been wrong here; null before it was counted. */
const isHeldAgainst = (counted: Eligible | null, { tracks, reference }: Frame): boolean | null =>
  counted &&
  (reference !== null ||
    counted.tracks.some(({ track, withGold }) => tracks.includes(track) && withGold > 0));

/** What of a frame another benchmark has too; of one that shares no track, all tracks. */
function fit(frame: Frame, benchmark: BenchmarkChoice | null): Frame {
  if (!benchmark) return frame;
  const names = benchmark.tracks.map(({ name }) => name);
  const shared = names.filter((name) => frame.tracks.includes(name));
  const { reference } = frame;
  const hasRun = reference && benchmark.runs.some((run) => isSameRun(run, reference));
  return { ...frame, tracks: shared.length > 0 ? shared : names, reference: hasRun ? reference : null };
}

const floors = { options: 2, answerLength: 0 } as const;

/** Those that the cases can be told apart by, and those that are on. */
function Filters({ tools, task }: Tools & Pick<BuilderStudy, "task">) {
  const t = useTranslations("builder.frameStep");
  const offered = (["options", "answerLength"] as const).filter(
    (name) => tools.value.frame[name] !== null || task.filters.includes(name),
  );
  if (offered.length === 0) return null;
  return (
    <section aria-labelledby="filters" className="grid gap-3">
      <h2 id="filters" className="text-xl font-semibold">
        {t("filters")}
      </h2>
      <Fields
        tools={tools}
        items={offered.map((name) => {
          const min = floors[name];
          const filter = toggle(`frame.${name}`, t(`${name}.filter`), {
            hint: t(`${name}.hint`),
            on: { least: min, most: null },
            off: null,
            className: "grid max-w-md gap-4 sm:grid-cols-2",
            opens: [
              number(`frame.${name}.least`, t("least"), { min }),
              number(`frame.${name}.most`, t("most"), { hint: t("mostHint"), min, empty: null }),
            ],
          });
          return group(t(`${name}.legend`), [filter], { className: "grid gap-2", legendClass: "sr-only" });
        })}
      />
    </section>
  );
}

type TracksProps = {
  benchmark: BenchmarkChoice;
  frame: Frame;
  eligible: Eligible | null;
  state: "nothing" | "counting" | "counted" | "unfit" | "failed";
  onTracks: (tracks: string[]) => void;
  error: string | undefined;
};

const plainColumns = ["track", "all", "frame", "left"] as const;
const referenceColumns = [
  "track",
  "all",
  "frame",
  "selected",
  "unsure",
  "controls",
  "unanswered",
  "left",
] as const;

/** Which tracks, and how many cases of each are eligible as things stand. */
function Tracks({ benchmark, frame, eligible, state, onTracks, error }: TracksProps) {
  const t = useTranslations("builder.frameStep");
  const format = useFormatter();
  const { reference } = frame;
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? "…" : format.number(value);
  const names = benchmark.tracks.map(({ name }) => name);
  return (
    <div className="grid gap-3">
      <h2 className="text-xl font-semibold">{t("tracks")}</h2>
      {error && <FieldError id="tracks">{error}</FieldError>}
      <Table
        caption={t("tracks")}
        columns={(reference ? referenceColumns : plainColumns).map((key) => ({
          key,
          label: t(`columns.${key}`),
          numeric: key !== "track",
        }))}
        rows={benchmark.tracks.map(({ name, language, cases }) => {
          const found = eligible?.tracks.find(({ track }) => track === name);
          return {
            id: name,
            cells: {
              track: (
                <label className="target flex items-center gap-3">
                  <input
                    type="checkbox"
                    className="size-6 shrink-0 accent-accent"
                    checked={frame.tracks.includes(name)}
                    onChange={({ target }) =>
                      onTracks(
                        names.filter((one) => (one === name ? target.checked : frame.tracks.includes(one))),
                      )
                    }
                  />
                  <span>
                    <bdi>{name}</bdi> <span className="font-normal text-ink-muted">({language})</span>
                  </span>
                </label>
              ),
              all: number(cases),
              frame: number(found?.cases),
              selected: number(eligible && countSelected(eligible, name, reference)),
              unsure: number(eligible && countUnsure(eligible, name, reference)),
              controls: number(found?.controls),
              unanswered: number(found?.unanswered),
              left: number(found && found.unparsed + found.withoutGold),
            },
          };
        })}
      />
      <p className="text-sm text-ink-muted">{t(`state.${state}`)}</p>
      {eligible && (
        <>
          <LanguageCounts
            counts={countByLanguage(
              eligible.tracks.filter(({ track }) => frame.tracks.includes(track)),
              ({ track }) => countSelected(eligible, track, reference) ?? 0,
            )}
          />
          <p className="font-medium">
            {t(reference ? "totalSelected" : "total", {
              cases: frame.tracks.reduce(
                (sum, track) => sum + (countSelected(eligible, track, reference) ?? 0),
                0,
              ),
              tracks: frame.tracks.length,
              threshold: reference ? format.number(reference.threshold, { minimumFractionDigits: 2 }) : "",
            })}
          </p>
        </>
      )}
    </div>
  );
}

type NeedsProps = { design: BuilderStudy["design"]; frame: Frame; eligible: Eligible };

/** How many cases of each track the plan needs, against how many the frame has as things stand. */
function Needs({ design: { assignment, sample }, frame, eligible }: NeedsProps) {
  const t = useTranslations("builder.frameStep.needs");
  const { reference } = frame;
  const available = frame.tracks.flatMap((track) => {
    const counted = eligible.tracks.find((one) => one.track === track);
    return counted
      ? {
          track,
          selected: countSelected(eligible, track, reference) ?? 0,
          unsure: countUnsure(eligible, track, reference) ?? 0,
          controls: counted.controls,
        }
      : [];
  });
  const needs = listConsequences(assignment, sample, available)?.needs ?? [];
  if (needs.length === 0) return null;
  return (
    <section aria-labelledby="needs" className="grid gap-1.5">
      <h3 id="needs" className="font-medium">
        {t("title")}
      </h3>
      <ul role="list" className="flex flex-wrap gap-2">
        {needs.map(({ track, stratum, needed, there }) => {
          const isShort = (there ?? 0) < needed && assignment.design !== "own";
          return (
            <li
              key={`${stratum} ${track}`}
              className={clsx(
                "figures flex items-center gap-1.5 rounded-md border px-3 py-1",
                isShort ? "border-warning bg-warning-tint" : "border-line bg-raised",
              )}
            >
              {isShort && <Icon name="warning" className="size-4 text-warning" />}
              {t("of", { track, stratum, needed, there: there ?? 0 })}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What is suggested until somebody says otherwise. */
const confident = 0.9;

type Reference = Frame["reference"];
type ReferenceProps = Pick<TracksProps, "frame" | "eligible"> & {
  runs: BenchmarkChoice["runs"];
  /** The one before, while the next is being counted. */
  last: Eligible | null;
  onReference: (reference: Reference) => void;
  /** Below the histogram. */
  needs: ReactNode;
  errorOf: (path: string) => string | undefined;
};

/** The paper's rule: cases that one run got wrong and was sure of. */
function ReferenceRule({ runs, frame, eligible, last, needs, onReference, errorOf }: ReferenceProps) {
  const t = useTranslations("builder.frameStep.reference");
  const { reference, tracks } = frame;
  const chosen = reference ? runs.findIndex((run) => isSameRun(run, reference)) : -1;
  const isGone = reference !== null && chosen < 0;
  return (
    <section aria-labelledby="rule" className="grid gap-4">
      <h2 id="rule" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <RunSelect
        label={t("run")}
        hint={runs.length === 0 ? t("noRuns") : t("runHint")}
        error={errorOf("frame.reference.model") ?? (isGone ? t("gone") : undefined)}
        none={t("none")}
        gone={isGone ? reference : null}
        chosen={chosen}
        runs={runs}
        onRun={(run) => onReference(run && { ...run, threshold: reference?.threshold ?? confident })}
      />
      {reference && !isGone && (
        <Threshold
          reference={reference}
          tracks={tracks}
          eligible={eligible}
          last={last}
          needs={needs}
          onThreshold={(threshold) => onReference({ ...reference, threshold })}
          error={errorOf("frame.reference.threshold")}
        />
      )}
    </section>
  );
}

const ThresholdHistogram = dynamic(
  () => import("#components/charts/threshold-histogram.tsx").then((chart) => chart.ThresholdHistogram),
  { ssr: false, loading: () => <div className="h-56" /> },
);

type ThresholdProps = Pick<ReferenceProps, "eligible" | "last" | "needs"> & {
  reference: NonNullable<Reference>;
  tracks: readonly string[];
  onThreshold: (threshold: number) => void;
  error: string | undefined;
};

/** The slider lies under the distribution it cuts, and what it selects is said beside it. */
function Threshold({ reference, tracks, eligible, last, needs, onThreshold, error }: ThresholdProps) {
  const t = useTranslations("builder.frameStep.reference");
  const format = useFormatter();
  const id = useId();
  const { threshold } = reference;
  const written = format.number(threshold, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
  const atLeast = last?.curves.length ? addCurves(last, tracks) : null;
  const selected = tracks.reduce(
    (sum, track) => sum + ((eligible && countSelected(eligible, track, reference)) ?? 0),
    0,
  );
  const said = eligible
    ? t("said", { threshold: written, selected, wrong: atLeast?.[0] ?? 0 })
    : t("counting", { threshold: written });
  return (
    <div className="grid gap-4">
      <div className="grid items-end gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <div className="grid min-w-0">
          {atLeast ? (
            <ThresholdHistogram atLeast={atLeast} threshold={threshold} label={said} mark={written} />
          ) : (
            <Skeleton label={t("loading")} lines={8} />
          )}
          <label htmlFor={id} className="sr-only">
            {t("slider")}
          </label>
          {/* From the chart's first tick to its last: half a thumb more on either side. */}
          <div className="mr-2 ml-12">
            <input
              id={id}
              type="range"
              min={0}
              max={1}
              step={0.01}
              value={threshold}
              aria-valuetext={said}
              onChange={(event) => onThreshold(Number(event.target.value))}
              className="target block w-full accent-accent"
            />
          </div>
        </div>
        <NumberField
          label={t("exact")}
          min={0}
          max={1}
          step="any"
          value={typeof threshold === "number" ? threshold : null}
          onNumber={(next) => onThreshold(next ?? emptyNumber)}
          error={error}
        />
      </div>
      {atLeast && (
        <>
          <p className="font-medium">{said}</p>
          {needs}
          <p className="text-sm text-ink-muted">{t("caption")}</p>
          <ThresholdTable atLeast={atLeast} threshold={threshold} />
        </>
      )}
    </div>
  );
}

const thresholdColumns = ["confidence", "wrong", "selected", "atLeast"] as const;

/** The histogram in numbers. */
function ThresholdTable({ atLeast, threshold }: { atLeast: readonly number[]; threshold: number }) {
  const t = useTranslations("builder.frameStep.reference.table");
  const format = useFormatter();
  const level = (value: number) => format.number(value, { minimumFractionDigits: 2 });
  return (
    <details>
      <summary className="target flex w-fit items-center text-accent underline">{t("open")}</summary>
      <Table
        caption={t("caption")}
        columns={thresholdColumns.map((key) => ({ key, label: t(key), numeric: key !== "confidence" }))}
        rows={binsOf(atLeast, threshold).map(({ from, to, below, selected }) => ({
          id: String(from),
          cells: {
            confidence: `${level(from)} – ${level(to)}`,
            wrong: format.number(below + selected),
            selected: format.number(selected),
            atLeast: format.number(atLeast[Math.round(from * 100)] ?? 0),
          },
        }))}
      />
    </details>
  );
}

export type BenchmarkChoice = {
  slug: string;
  name: string;
  tracks: BuilderTrack[];
  runs: RunName[];
};
