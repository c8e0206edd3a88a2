"use client";

import { useTranslations } from "next-intl";
import { NumberField } from "#components/builder/number-field.tsx";
import type { StepTools } from "#components/builder/step-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { countGroupsOf, type TrackGroups } from "#lib/studies/frame/survey.ts";
import { quotaOf, sampledStrata } from "#lib/studies/strata/schema.ts";
import type { Sample } from "#lib/studies/schema.ts";

type Props = StepTools<Sample> & {
  /** Of the frame as it was saved: tracks whose cases stand in groups. */
  groups: readonly TrackGroups[];
  /** How many sets of cases are drawn. */
  sets: number;
};

/** Whether a track is drawn case by case, or by groups, and how many cases of each. */
export function SampleGroups({ groups, sets, ...tools }: Props) {
  const t = useTranslations("builder.sampleStep.groups");
  if (groups.length === 0) return null;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-xl font-semibold">{t("title")}</legend>
      <p className="measure text-ink-muted">{t("about")}</p>
      {groups.map((track) => (
        <TrackField key={track.track} of={track} sets={sets} tools={tools} />
      ))}
    </fieldset>
  );
}

type FieldProps = { of: TrackGroups; sets: number; tools: StepTools<Sample> };

function TrackField({ of, sets, tools: { value, set, errorOf } }: FieldProps) {
  const t = useTranslations("builder.sampleStep.groups");
  const { track, sizes, origins } = of;
  const each = value.groups?.[track] ?? null;
  const [least, most] = [sizes[0]?.cases ?? 0, sizes.at(-1)?.cases ?? 0];
  const asked = sampledStrata.reduce((sum, stratum) => sum + (quotaOf(value, stratum)[track] ?? 0), 0);
  const choose = (count: number | null) =>
    set((before) => ({ groups: withEach(before.groups, track, count) }));
  const inWords = {
    groups: countGroupsOf(of, 1),
    least,
    most,
    origins,
  };
  const needed = each === null ? 0 : (asked / each) * sets;
  const there = each === null ? 0 : countGroupsOf(of, each);
  return (
    <div className="grid gap-2 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-64 max-w-full">
          <NumberField
            label={t("label", { track })}
            hint={t("hint")}
            min={1}
            max={1000}
            value={each}
            onNumber={choose}
            error={errorOf(`groups.${track}`)}
          />
        </div>
        {each !== most && (
          <Button size="small" onClick={() => choose(most)}>
            {t("all", inWords)}
          </Button>
        )}
      </div>
      <p className="figures text-sm text-ink-muted">{t(least === most ? "same" : "sizes", inWords)}</p>
      {each !== null && (
        <p className="figures text-sm">
          {asked % each !== 0
            ? t("cut", { quota: asked, each })
            : t(needed > there ? "lacks" : "needs", { person: asked / each, needed, there })}
        </p>
      )}
    </div>
  );
}

/** A plan without a track that is drawn by groups says nothing of them. */
function withEach(before: Sample["groups"], track: string, each: number | null): Sample["groups"] {
  const { [track]: _old, ...others } = before ?? {};
  const groups = each === null ? others : { ...others, [track]: each };
  return Object.keys(groups).length === 0 ? undefined : groups;
}
