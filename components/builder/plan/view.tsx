import { getTranslations } from "next-intl/server";
import { PlanFrame, PlanSample } from "#components/builder/plan/cases.tsx";
import { PlanQuestions } from "#components/builder/plan/questions.tsx";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { PlanSection } from "#components/builder/plan/section.tsx";
import {
  PlanAssignment,
  PlanClaims,
  PlanRecruitment,
  PlanRules,
} from "#components/builder/plan/sentences.tsx";
import { PlanWords } from "#components/builder/plan/words.tsx";
import { PowerResults } from "#components/builder/power-results.tsx";
import { designPath } from "#lib/paths.ts";
import { stepNames } from "#lib/studies/schema.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";

const parts = {
  frame: PlanFrame,
  sample: PlanSample,
  assignment: PlanAssignment,
  questions: PlanQuestions,
  words: PlanWords,
  rules: PlanRules,
  claims: PlanClaims,
  recruitment: PlanRecruitment,
} as const;

type Props = {
  plan: PlanReading;
  power: PowerPlan;
  /** The address of a draft, whose steps can still be changed. */
  draft?: string;
};

/** All of a plan on one page, as a reviewer would read it. */
export async function PlanView({ plan, power, draft }: Props) {
  const t = await getTranslations("builder");
  return stepNames.map((step) => {
    const Part = step === "power" ? null : parts[step];
    const name = t(`steps.${step}.name`);
    return (
      <PlanSection
        key={step}
        id={`plan-${step}`}
        title={name}
        change={
          draft === undefined
            ? undefined
            : { href: designPath(draft, step), label: t("plan.change", { step: name }) }
        }
      >
        {Part ? <Part {...plan} /> : <PowerResults plan={power} />}
      </PlanSection>
    );
  });
}
