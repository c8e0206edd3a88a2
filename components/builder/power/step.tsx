"use client";

import { useTranslations } from "next-intl";
import type { BuilderStudy } from "#components/builder/builder-study.ts";
import { ReadingTime } from "#components/builder/reading-time.tsx";
import {
  AccuracyAssumptions,
  MeanAssumptions,
  ShareAssumptions,
} from "#components/builder/power/assumptions.tsx";
import { PowerCurve } from "#components/builder/power/curve.tsx";
import { PowerResults } from "#components/builder/power/results.tsx";
import { StepForm } from "#components/builder/step-form.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { PowerCurve as Curve } from "#lib/studies/opening/power-curve.ts";
import type { Measured } from "#lib/studies/frame/planned-task.ts";
import type { Spread } from "#lib/studies/reading/reading-time.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";

const points = ["why", "crossed", "gap", "assumptions"] as const;
const judgingPoints = ["why", "judged"] as const;

const isShare = (measure: Measured) => measure === "shares" || measure === "wins";

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
  const { measures } = study.task;
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
          {study.task.hasRight && <AccuracyAssumptions value={value} set={set} errorOf={errorOf} />}
          {measures.includes("mean") && <MeanAssumptions value={value} set={set} errorOf={errorOf} />}
          {measures.some(isShare) && <ShareAssumptions value={value} set={set} errorOf={errorOf} />}
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
