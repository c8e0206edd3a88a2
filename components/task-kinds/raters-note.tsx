import { useTranslations } from "next-intl";
import { leastRaters } from "#lib/metrics/claim.ts";

/**
 * Whom intervals and tests of what people judged are about: raters like these, or these where they are few. Nothing where no
 * figure has any (the least of none is Infinity).
 */
export function RatersNote({ raters }: { raters: number }) {
  const t = useTranslations("resultsRaters");
  if (raters === 0 || raters === Infinity) return null;
  return (
    <p className="measure text-sm text-ink-muted">
      {t("note", { few: raters < leastRaters ? "yes" : "no", least: leastRaters })}
    </p>
  );
}
