import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { DifferenceTable } from "#components/study-results/people/difference-table.tsx";
import type { Across, AcrossDifference } from "#lib/study-results/across/across-comparison.ts";
import { namePart } from "#lib/study-results/figures/across.ts";

/** Every pair with what makes it comparable, or keeps it from being so. */
export async function AcrossDifferences({ across }: { across: Across }) {
  const t = await getTranslations("resultsAcross.differences");
  const locale = await getLocale();
  const format = await getFormatter();
  const { parts, differences, tests } = across;
  const nameOf = (index: number) => {
    const part = parts[index];
    return part ? namePart(part, locale) : "";
  };
  const noteOf = ({ shared, first, second }: AcrossDifference): string => {
    if (!shared.sameBenchmark) return t("otherBenchmark");
    const counts = [first, second].map((index) => parts[index]?.people.n.cases);
    const isAll = counts.every((count) => count === shared.cases);
    const words = [t(isAll ? "allShared" : "shared", { cases: shared.cases })];
    if (shared.otherVersion > 0) words.push(t("otherVersion", { count: shared.otherVersion }));
    return format.list(words);
  };
  return (
    <section aria-labelledby="differences" className="grid min-w-0 gap-3">
      <h2 id="differences" className="text-xl font-semibold">
        {t("title")}
      </h2>
      {differences.length === 0 ? (
        <p>{t("one")}</p>
      ) : (
        <>
          <DifferenceTable
            caption={t("caption")}
            of={t("pair")}
            note={t("comparable")}
            differences={differences.map((difference) => ({
              ...difference,
              name: t("pairOf", { first: nameOf(difference.first), second: nameOf(difference.second) }),
              note: noteOf(difference),
              ...(difference.why !== null && { instead: t(difference.why) }),
            }))}
          />
          <p className="measure text-sm text-ink-muted">{t("method", { tests })}</p>
        </>
      )}
    </section>
  );
}
