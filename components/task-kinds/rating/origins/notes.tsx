import { useTranslations, type Locale } from "next-intl";
import type { PartProps } from "#components/task-kinds/rating/origins/section.tsx";
import { minForClaim } from "#lib/study-results/schema.ts";
import { wordWhy } from "#lib/study-results/kinds/rating/names.ts";

/** What the numbers of the table are, and what nobody said of them. */
export function OriginNotes({ part, locale }: Pick<PartProps, "part"> & { locale: Locale }) {
  const t = useTranslations("resultsRatings.origins.notes");
  const { judges, counts, figures } = part;
  const { uncorrected } = figures.table;
  const hasOverlap = judges.some(({ run }) => run === null);
  const notes = [
    ...(counts.some(({ isClaimable }) => !isClaimable) ? [t("few", minForClaim)] : []),
    uncorrected === null ? t("corrected") : t("uncorrected", { reason: wordWhy(uncorrected, locale) }),
    hasOverlap ? t("overlap", { tokens: t("tokens") }) : t("noOverlap"),
    ...(judges.some(({ kind, isShare }) => kind === "score" && isShare) ? [t("scores")] : []),
  ];
  return (
    <div className="grid measure gap-1 text-sm text-ink-muted">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
