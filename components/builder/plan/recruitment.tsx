import { getFormatter, getTranslations } from "next-intl/server";
import { listStated } from "#lib/reports/stated.ts";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { Prose } from "#components/builder/plan/section.tsx";

export async function PlanRecruitment({ design: { recruitment } }: PlanReading) {
  const t = await getTranslations("builder.plan.recruitment");
  const format = await getFormatter();
  const { ways, cohorts, perAddress, reporting } = recruitment;
  const fields = await getTranslations("reporting.fields");
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
        ...(reporting
          ? listStated(reporting).map(({ field, text }) => t("stated", { field: fields(field), text }))
          : [t("noReporting")]),
      ]}
    </Prose>
  );
}
