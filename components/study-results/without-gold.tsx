import { getTranslations } from "next-intl/server";
import { Callout } from "#components/ui/callout.tsx";
import { countWithoutGold } from "#lib/study-results/rows/selection.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** Why figures are undefined, or over fewer cases than were answered. */
export async function WithoutGoldCallout({ rows, view }: { rows: StudyRows; view: View }) {
  const t = await getTranslations("results.withoutGold");
  const { cases, count } = countWithoutGold(rows, view);
  if (count === 0) return null;
  return (
    <Callout title={t("title", { all: String(count === cases), count, cases })}>
      {t("body", { all: String(count === cases) })}
    </Callout>
  );
}
