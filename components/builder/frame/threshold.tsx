"use client";

import { useFormatter, useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useId } from "react";
import { addCurves, countSelected, type Eligible } from "#components/builder/frame/eligible.ts";
import { ThresholdTable } from "#components/builder/frame/threshold-table.tsx";
import { RequiredNumberField } from "#components/builder/number-field.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Frame } from "#lib/studies/schema.ts";

const ThresholdHistogram = dynamic(
  () => import("#components/charts/threshold-histogram.tsx").then((chart) => chart.ThresholdHistogram),
  { ssr: false, loading: () => <div className="h-56" /> },
);

type Props = {
  reference: NonNullable<Frame["reference"]>;
  tracks: readonly string[];
  eligible: Eligible | null;
  last: Eligible | null;
  onThreshold: (threshold: number) => void;
  error: string | undefined;
};

/** The slider lies under the distribution it cuts, and what it selects is said beside it. */
export function Threshold({ reference, tracks, eligible, last, onThreshold, error }: Props) {
  const t = useTranslations("builder.frameStep.reference");
  const format = useFormatter();
  const { threshold } = reference;
  const written = format.number(threshold, { minimumFractionDigits: 2, maximumFractionDigits: 6 });
  const atLeast = last?.curves.length ? addCurves(last, tracks) : null;
  const counts = tracks.map((track) => ({
    track,
    cases: eligible ? countSelected(eligible, track, reference) : null,
  }));
  const selected = counts.reduce((sum, { cases }) => sum + (cases ?? 0), 0);
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
          <Slider threshold={threshold} said={said} onThreshold={onThreshold} />
        </div>
        <RequiredNumberField
          label={t("exact")}
          min={0}
          max={1}
          step="any"
          value={threshold}
          onNumber={onThreshold}
          error={error}
        />
      </div>
      {atLeast && (
        <>
          <p>
            <span className="font-medium">{said}</span>{" "}
            {eligible &&
              counts.map(({ track, cases }) => t("perTrack", { track, cases: cases ?? 0 })).join(" ")}
          </p>
          <p className="text-sm text-ink-muted">{t("caption")}</p>
          <ThresholdTable atLeast={atLeast} threshold={threshold} />
        </>
      )}
    </div>
  );
}

type SliderProps = Pick<Props, "onThreshold"> & { threshold: number; said: string };

function Slider({ threshold, said, onThreshold }: SliderProps) {
  const t = useTranslations("builder.frameStep.reference");
  const id = useId();
  return (
    <>
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
    </>
  );
}
