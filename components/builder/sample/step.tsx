"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { NumberField, RequiredNumberField } from "#components/builder/number-field.tsx";
import { SampleGroups } from "#components/builder/sample/groups.tsx";
import { SampleForEverybody } from "#components/builder/sample/for-everybody.tsx";
import { SampleQuota } from "#components/builder/sample/quota.tsx";
import { StepForm, type StepTools } from "#components/builder/step-form.tsx";
import { Button } from "#components/ui/button.tsx";
import type { TrackCount, TrackGroups } from "#lib/studies/frame/survey.ts";
import { countSets } from "#lib/studies/strata/schema.ts";
import type { Design } from "#lib/studies/schema.ts";

const listPoints = ({ hasRight, hasGold }: BuilderStudy["task"]) =>
  [
    ...(hasRight ? (["quota", "controls", "unsure", "attention"] as const) : (["size"] as const)),
    ...(hasGold ? (["practice"] as const) : []),
    ...(["repeats", "source", "seed"] as const),
  ] as const;

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
      about={listPoints(study.task).map((point) => (
        <p key={point}>{t(`about.${point}`)}</p>
      ))}
    >
      {(tools) => (
        <>
          <SampleQuota
            {...tools}
            counts={counts}
            assignment={assignment}
            frameTracks={frame.tracks}
            hasReference={frame.reference !== null}
          />
          <SampleGroups {...tools} groups={groups} sets={countSets(assignment)} />
          {(["attention", "practice"] as const)
            .filter((kind) => (kind === "practice" ? hasGold : hasRight) || sample[kind].count > 0)
            .map((kind) => (
              <SampleForEverybody
                key={kind}
                kind={kind}
                tracks={tracks}
                hasRight={hasRight}
                most={kind === "attention" ? 20 : 10}
                errors={tools.errors}
                errorOf={tools.errorOf}
                value={tools.value[kind]}
                onChange={(value) => tools.set({ [kind]: value })}
              />
            ))}
          {!hasGold && <p className="measure text-ink-muted">{t("noRight")}</p>}
          <SampleNumbers {...tools} />
        </>
      )}
    </StepForm>
  );
}

function SampleNumbers(tools: StepTools<Design["sample"]>) {
  const t = useTranslations("builder.sampleStep");
  const { value, set, errorOf } = tools;
  return (
    <div className="grid max-w-md gap-6">
      <NumberField
        label={t("repeats.label")}
        hint={t("repeats.hint")}
        min={1}
        max={50}
        value={value.repeats ?? null}
        onNumber={(repeats) => set({ repeats: repeats ?? undefined })}
        error={errorOf("repeats")}
      />
      <NumberField
        label={t("source.label")}
        hint={t("source.hint")}
        min={1}
        value={value.mostFromOneSource}
        onNumber={(mostFromOneSource) => set({ mostFromOneSource })}
        error={errorOf("mostFromOneSource")}
      />
      <SampleSeed {...tools} />
    </div>
  );
}

function SampleSeed({ value, set, errorOf }: StepTools<Design["sample"]>) {
  const t = useTranslations("builder.sampleStep");
  return (
    <div className="grid gap-2">
      <RequiredNumberField
        label={t("seed.label")}
        hint={t("seed.hint")}
        min={0}
        value={value.seed}
        onNumber={(seed) => set({ seed })}
        error={errorOf("seed")}
      />
      <div>
        <Button
          size="small"
          onClick={() => set({ seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0 })}
        >
          {t("seed.another")}
        </Button>
      </div>
    </div>
  );
}
