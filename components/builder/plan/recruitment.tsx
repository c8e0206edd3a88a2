import { getFormatter, getTranslations } from "next-intl/server";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { Prose } from "#components/builder/plan/section.tsx";

export async function PlanRecruitment({ design: { recruitment } }: PlanReading) {
  const t = await getTranslations("builder.plan.recruitment");
  const format = await getFormatter();
  const { ways, cohorts, perAddress } = recruitment;
  return (
    <Prose>
      {[
        ways.length === 0
          ? t("none")
          : t("ways", { ways: format.list(ways.map((way) => t(`names.${way}`))) }),
        ...(perAddress !== undefined && ways.includes("open_link")
          ? [t("perAddress", { count: perAddress })]
          : []),
        cohorts.length === 0 ? t("noCohorts") : t("cohorts", { cohorts: format.list(cohorts) }),
      ]}
    </Prose>
  );
}
