import { getFormatter, getTranslations } from "next-intl/server";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { Prose } from "#components/builder/plan/section.tsx";

export async function PlanRules({ design: { rules, questions }, task }: PlanReading) {
  const t = await getTranslations("builder.plan.rules");
  const format = await getFormatter();
  const { failedChecks, haste, minAnswered, incomplete, interim } = rules;
  const inPercent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  return (
    <Prose>
      {[
        t("withdrawn"),
        t("incomplete", { out: String(incomplete) }),
        failedChecks !== null ? t("checks", { failed: failedChecks }) : task.hasRight && t("noChecks"),
        (questions.comprehension ?? []).length > 0 &&
          t("comprehension", { rule: rules.comprehension ?? "record" }),
        haste
          ? t("haste", {
              seconds: haste.seconds,
              server: String(haste.byServer === true),
              share: inPercent(haste.share),
            })
          : t("noHaste"),
        minAnswered != null && t("minAnswered", { share: inPercent(minAnswered) }),
        t("interim", { on: String(interim), right: String(task.hasRight) }),
      ]}
    </Prose>
  );
}
