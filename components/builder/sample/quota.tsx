"use client";

import { useFormatter, useTranslations } from "next-intl";
import { LanguageCounts } from "#components/builder/frame/language-counts.tsx";
import { NumberField } from "#components/builder/number-field.tsx";
import type { StepTools } from "#components/builder/step-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { countSampled } from "#lib/studies/case-languages.ts";
import type { TrackCount } from "#lib/studies/frame/queries.ts";
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
  const names = [...new Set([...frameTracks, ...Object.keys(value.quota), ...Object.keys(value.controls)])];
  const shares = assignment.design === "blocks" ? Math.ceil(assignment.people / assignment.ratersPerCase) : 1;
  const kinds = kindsOf(value, hasReference);
  const inTemplate = Object.keys(template).every((track) => frameTracks.includes(track));
  const perPerson = kinds
    .flatMap((kind) => Object.values(value[kind]))
    .reduce((sum, count) => sum + (count ?? 0), 0);
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
          ...kinds.flatMap((kind) => [
            { key: kind, label: t(`quota.${kind}.head`) },
            { key: `${kind}Room`, label: t(`quota.${kind}.room`) },
          ]),
        ]}
        rows={names.map((track) => ({
          id: track,
          cells: {
            track: <bdi>{track}</bdi>,
            ...Object.fromEntries(kinds.flatMap((kind) => cellsOf(kind, track, shares, props))),
          },
        }))}
      />
      {Object.keys(errors).some((path) => /^(quota|controls)\.?/.test(path)) && (
        <FieldError id="quota">{t("quota.error")}</FieldError>
      )}
      <p className="font-medium">{t("quota.total", { cases: perPerson })}</p>
      <LanguageCounts counts={countSampled(props.counts, value)} />
      {!hasReference && <p className="measure text-sm text-ink-muted">{t("quota.noReference")}</p>}
    </div>
  );
}

type Kind = "quota" | "controls";

/** Without a reference run nothing can be a control; what was asked for before still has to be seen. */
const kindsOf = (value: Sample, hasReference: boolean): Kind[] =>
  hasReference || Object.values(value.controls).some((count) => count > 0)
    ? ["quota", "controls"]
    : ["quota"];

function cellsOf(kind: Kind, track: string, shares: number, { value, set, counts, errorOf }: Props) {
  const counted = counts.find((one) => one.track === track);
  const there = counted ? counted[kind === "quota" ? "selected" : "controls"] : 0;
  const asked = value[kind][track] ?? 0;
  return [
    [
      kind,
      <Count
        key={kind}
        kind={kind}
        track={track}
        value={value[kind][track] ?? null}
        error={errorOf(`${kind}.${track}`)}
        onCount={(count) => set((before) => ({ [kind]: withCount(before[kind], track, count) }))}
      />,
    ],
    [`${kind}Room`, <Room key={kind} needed={asked * shares} there={there} />],
  ] as const;
}

/** An empty field asks for none. */
function withCount(before: Sample[Kind], track: string, count: number | null): Sample[Kind] {
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
