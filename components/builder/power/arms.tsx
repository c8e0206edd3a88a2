import { useTranslations } from "next-intl";
import { usePowerNumbers } from "#components/builder/power/numbers.ts";
import { leastForClaim } from "#lib/metrics/claim.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";

/** What the plan can say of a difference between two of its arms. */
export function ArmsPower({ arms }: { arms: NonNullable<PowerPlan["arms"]> }) {
  const t = useTranslations("builderPlan.power.arms");
  const why = useTranslations("builderPlan.power.saying.reasons");
  const { points, percent, exactly } = usePowerNumbers();
  const { unit, count, people, answers, cases, half, detectable, falseAlarms, reason } = arms;
  return (
    <section aria-labelledby="power-arms" className="grid gap-2">
      <h3 id="power-arms" className="text-lg font-semibold">
        {t("title")}
      </h3>
      <p className="measure">
        {t("sizes", { unit, count, people, answers, cases })}{" "}
        {half !== null && t("half", { half: points(half) })}{" "}
        {detectable !== null && t("found", { points: points(detectable), power: percent(arms.power) })}{" "}
        {reason === "not_reachable" && t("notReachable")}{" "}
        {reason === "false_alarms" && t("falseAlarms", { alarms: exactly(falseAlarms ?? 0) })}{" "}
        {reason === "no_headline" && t("tooFew")}{" "}
        {(reason === "too_few_people" || reason === "too_few_cases" || reason === "too_many_answers") &&
          why(reason, {
            answers,
            cases,
            people,
            alarms: exactly(falseAlarms ?? 0),
            leastAnswers: leastForClaim.answers,
            leastPeople: leastForClaim.people,
            leastCases: leastForClaim.cases,
          })}
      </p>
      <p className="measure text-ink-muted">{t("method")}</p>
    </section>
  );
}
