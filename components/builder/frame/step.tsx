"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy, StepValues } from "#components/builder/builder-study.ts";
import type { BenchmarkChoice, Eligible } from "#components/builder/frame/eligible.ts";
import { FrameRange } from "#components/builder/frame/range.tsx";
import { FrameReference } from "#components/builder/frame/reference.tsx";
import { FrameTracks } from "#components/builder/frame/tracks.tsx";
import { StepForm, type StepTools } from "#components/builder/step-form.tsx";
import { useEligible } from "#components/builder/frame/use-eligible.ts";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { isSameRun } from "#lib/studies/run-names.ts";
import type { Frame } from "#lib/studies/schema.ts";

type Props = { study: BuilderStudy; benchmarks: readonly BenchmarkChoice[] };

export function FrameStep({ study, benchmarks }: Props) {
  const value = { benchmark: study.benchmark?.slug ?? null, frame: study.design.frame };
  return (
    <StepForm study={study} step="frame" value={value} about={<FrameAbout task={study.task} />}>
      {(tools) => <FrameFields slug={study.slug} benchmarks={benchmarks} task={study.task} {...tools} />}
    </StepForm>
  );
}

type FieldsProps = StepTools<StepValues["frame"]> &
  Pick<Props, "benchmarks"> &
  Pick<BuilderStudy, "slug" | "task">;

function FrameFields({ slug, task, benchmarks, value, set, errorOf }: FieldsProps) {
  const t = useTranslations("builder.frameStep");
  const { frame } = value;
  const benchmark = benchmarks.find((one) => one.slug === value.benchmark) ?? null;
  const change = (part: Partial<Frame>) => set((before) => ({ frame: { ...before.frame, ...part } }));
  const { state, eligible, last } = useEligible({
    slug,
    benchmark: benchmark?.slug ?? null,
    frame,
    tracks: benchmark?.tracks.map(({ name }) => name) ?? [],
  });
  return (
    <>
      <SelectField
        label={t("benchmark")}
        hint={benchmarks.length === 0 ? t("noBenchmarks") : t("benchmarkHint")}
        error={errorOf("benchmark")}
        value={benchmark?.slug ?? ""}
        onChange={(event) => {
          const chosen = benchmarks.find((one) => one.slug === event.target.value) ?? null;
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
          <FrameTracks
            benchmark={benchmark}
            frame={frame}
            eligible={eligible}
            state={state}
            onTracks={(tracks) => change({ tracks })}
            error={errorOf("frame.tracks")}
          />
          <FrameFilters frame={frame} task={task} errorOf={errorOf} onChange={change} />
          {(isHeldAgainst(last, frame) ?? task.hasRight) && (
            <FrameReference
              runs={benchmark.runs}
              frame={frame}
              eligible={eligible}
              last={last}
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

function FrameAbout({ task: { hasRight, needsGold } }: Pick<BuilderStudy, "task">) {
  const t = useTranslations("builder.frameStep.about");
  const points = hasRight
    ? (["frame", "selection", "fair", "unparsed"] as const)
    : (["frame", "unparsed"] as const);
  return points.map((point) => <p key={point}>{t(point, { gold: String(needsGold) })}</p>);
}

type FiltersProps = Pick<FieldsProps, "errorOf" | "task"> & {
  frame: Frame;
  onChange: (part: Partial<Frame>) => void;
};

const floors = { options: 2, answerLength: 0 } as const;

/** Those that the cases can be told apart by, and those that are on. */
function FrameFilters({ frame, task, errorOf, onChange }: FiltersProps) {
  const t = useTranslations("builder.frameStep");
  const offered = (["options", "answerLength"] as const).filter(
    (name) => frame[name] !== null || task.filters.includes(name),
  );
  if (offered.length === 0) return null;
  return (
    <section aria-labelledby="filters" className="grid gap-3">
      <h2 id="filters" className="text-xl font-semibold">
        {t("filters")}
      </h2>
      {offered.map((name) => (
        <FrameRange
          key={name}
          name={name}
          floor={floors[name]}
          value={frame[name]}
          onChange={(range) => onChange({ [name]: range })}
          errorOf={errorOf}
        />
      ))}
    </section>
  );
}
