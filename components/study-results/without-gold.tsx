import { getTranslations } from "next-intl/server";
import { Notice } from "#components/ui/notice.tsx";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import { countWithoutGold } from "#lib/study-results/rows/selection.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** Why figures are undefined, or over fewer cases than were answered. */
export async function WithoutGoldNotice({ rows, view }: { rows: StudyRows; view: View }) {
  const t = await getTranslations("results.withoutGold");
  if (!hasRight(rows)) return null;
  const { cases, count } = countWithoutGold(rows, view);
  if (count === 0) return null;
  return (
    <Notice tone="info" title={t("title", { all: String(count === cases), count, cases })}>
      {t("body", { all: String(count === cases) })}
    </Notice>
  );
}
