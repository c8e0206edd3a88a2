import { getTranslations } from "next-intl/server";
import { wayTo } from "#components/study-results/overview/linked-figure.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { variesCases } from "#lib/study-results/arms/place.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** That figures are over all arms together, and where they are told apart. */
export async function ArmsNotice({ rows, view }: { rows: StudyRows; view: View }) {
  const { arms } = rows.study.design.assignment;
  if (!arms) return null;
  const t = await getTranslations("resultsArms.pooled");
  return (
    <Notice title={t("title", { count: arms.arms.length })}>
      {t.rich("body", { way: wayTo(rows, view, "arms") })}{" "}
      {variesCases(rows.study.design) && t("versions", { cases: getPoints(rows, view).people.n.cases })}
    </Notice>
  );
}
