"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { ReadingTime } from "#components/builder/reading-time.tsx";
import { PercentField, RequiredNumberField } from "#components/builder/number-field.tsx";
import { PowerCurve } from "#components/builder/power/curve.tsx";
import { PowerResults } from "#components/builder/power/results.tsx";
import { PowerSpread } from "#components/builder/power/spread.tsx";
import { StepForm, type StepTools } from "#components/builder/step-form.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { PowerCurve as Curve } from "#lib/studies/opening/power-curve.ts";
import type { Design } from "#lib/studies/schema.ts";
import type { Spread } from "#lib/studies/reading/reading-time.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";

const points = ["why", "crossed", "gap", "assumptions"] as const;
const judgingPoints = ["why"] as const;
const spreads = ["personSpread", "caseSpread"] as const;

type Props = {
  study: BuilderStudy;
  /** Of the saved draft. */
  results: PowerPlan;
  curve: Curve;
  reading: Spread | null;
};

export function PowerStep({ study, results, curve, reading }: Props) {
  const t = useTranslations("builderPlan.power");
  const { power, assignment } = study.design;
  return (
    <StepForm
      study={study}
      step="power"
      value={power}
      about={(study.task.hasRight ? points : judgingPoints).map((point) => (
        <p key={point}>{t(`about.${point}`)}</p>
      ))}
    >
      {({ value, set, errorOf }) => (
        <>
          <PowerCurve curve={curve} />
          <ReadingTime design={study.design} reading={reading} />
          {study.task.hasRight && <Assumptions {...{ value, set, errorOf }} />}
          <section aria-labelledby="power-results" className="grid gap-4">
            <h2 id="power-results" className="text-xl font-semibold">
              {t("results", { people: assignment.people })}
            </h2>
            {JSON.stringify(value) !== JSON.stringify(power) && <Callout tone="info">{t("stale")}</Callout>}
            <PowerResults plan={results} />
          </section>
        </>
      )}
    </StepForm>
  );
}

type Tools = Pick<StepTools<Design["power"]>, "value" | "set" | "errorOf">;

function Assumptions({ value, set, errorOf }: Tools) {
  const t = useTranslations("builderPlan.power");
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-xl font-semibold">{t("assumptions")}</legend>
      <p className="measure text-ink-muted">{t("assumptionsIntro")}</p>
      <div className="grid max-w-3xl items-end gap-4 sm:grid-cols-3">
        <PercentField
          label={t("accuracy")}
          hint={t("accuracyHint")}
          min={1}
          max={99}
          value={value.accuracy}
          onNumber={(accuracy) => set({ accuracy })}
          error={errorOf("accuracy")}
        />
        {spreads.map((spread) => (
          <RequiredNumberField
            key={spread}
            label={t(spread)}
            hint={t(`${spread}Hint`)}
            min={0}
            max={5}
            step="any"
            value={value[spread]}
            onNumber={(number) => set({ [spread]: number })}
            error={errorOf(spread)}
          />
        ))}
      </div>
      <PowerSpread value={value} />
    </fieldset>
  );
}
