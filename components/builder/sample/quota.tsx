"use client";

import { useFormatter, useTranslations } from "next-intl";
import { LanguageCounts } from "#components/builder/frame/language-counts.tsx";
import { NumberField } from "#components/builder/number-field.tsx";
import type { StepTools } from "#components/builder/step-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { LiveTable } from "#components/ui/table/live-table.tsx";
import { countSampled } from "#lib/studies/case-languages.ts";
import type { TrackCount } from "#lib/studies/frame/survey.ts";
import {
  type SampledStratum,
  countAsked,
  countNames,
  countSets,
  findReachGaps,
  leastOfStratum,
  listFrameCells,
  quotaNames,
  quotaOf,
  sampledStrata,
} from "#lib/studies/strata/schema.ts";
import type { Assignment, Sample } from "#lib/studies/schema.ts";

/** As in the paper's human study. */
const template = { Literary: 45, Drama: 3, Expertise: 2 } as const;

type Props = StepTools<Sample> & {
  /** Of the frame as it was saved. */
  counts: readonly TrackCount[];
  frameTracks: readonly string[];
  hasReference: boolean;
  assignment: Assignment;
};

/** How many cases of each track one participant gets, and whether there are that many. */
export function SampleQuota(props: Props) {
  const { value, set, errors, frameTracks, hasReference, assignment } = props;
  const t = useTranslations("builder.sampleStep");
  const asked = sampledStrata.flatMap((stratum) => Object.keys(quotaOf(value, stratum)));
  const names = [...new Set([...frameTracks, ...asked])];
  const shares = assignment.design === "blocks" ? Math.ceil(assignment.people / assignment.ratersPerCase) : 1;
  const offered = strataOf(value, hasReference);
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
      <LiveTable
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
            ...Object.fromEntries(offered.map((stratum) => cellOf(stratum, track, shares, props))),
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

type Kind = (typeof quotaNames)[SampledStratum];

/** Without a reference run nothing can be a control; what was asked for before still has to be seen. */
const strataOf = (value: Sample, hasReference: boolean): SampledStratum[] =>
  sampledStrata.filter(
    (stratum) =>
      hasReference ||
      stratum === "selected" ||
      Object.values(quotaOf(value, stratum)).some((count) => count > 0),
  );

function cellOf(
  stratum: SampledStratum,
  track: string,
  shares: number,
  { value, set, counts, errorOf }: Props,
) {
  const kind = quotaNames[stratum];
  const there = counts.find((one) => one.track === track)?.[countNames[stratum]] ?? 0;
  const asked = quotaOf(value, stratum)[track];
  return [
    kind,
    <div key={kind} className="grid gap-1">
      <Count
        kind={kind}
        track={track}
        value={asked ?? null}
        error={errorOf(`${kind}.${track}`)}
        onCount={(count) => set((before) => ({ [kind]: withCount(quotaOf(before, stratum), track, count) }))}
      />
      <Room needed={(asked ?? 0) * shares} there={there} />
    </div>,
  ] as const;
}

/** Whether what is asked of everybody together is enough for the whole benchmark. */
function readReach({ value, counts, frameTracks, assignment }: Props) {
  const sets = countSets(assignment);
  const framed = counts.filter(({ track }) => frameTracks.includes(track));
  const cells = listFrameCells(framed, (track, stratum) => (quotaOf(value, stratum)[track] ?? 0) * sets);
  return { can: findReachGaps(cells).length === 0 ? "yes" : "no", least: leastOfStratum };
}

/** An empty field asks for none. */
function withCount(
  before: Readonly<Record<string, number>>,
  track: string,
  count: number | null,
): Record<string, number> {
  const { [track]: _old, ...others } = before;
  return count === null ? others : { ...others, [track]: count };
}

type CountProps = {
  kind: Kind;
  track: string;
  value: number | null;
  error: string | undefined;
  onCount: (count: number | null) => void;
};

function Count({ kind, track, value, error, onCount }: CountProps) {
  const t = useTranslations("builder.sampleStep.quota");
  return (
    <div className="relative w-28">
      <NumberField
        label={<span className="sr-only">{t(`${kind}.label`, { track })}</span>}
        min={0}
        max={1000}
        value={value}
        onNumber={onCount}
        error={error}
      />
    </div>
  );
}

function Room({ needed, there }: { needed: number; there: number }) {
  const t = useTranslations("builder.sampleStep.quota");
  const format = useFormatter();
  const words = { needed: format.number(needed), there: format.number(there) };
  return (
    <span className="figures grid gap-0.5">
      <span>{t("needed", words)}</span>
      {needed > there && (
        <span className="font-medium text-danger">{t("lacks", { count: needed - there })}</span>
      )}
    </span>
  );
}
