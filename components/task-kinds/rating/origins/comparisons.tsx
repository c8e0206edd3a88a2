import { getTranslations } from "next-intl/server";
import type { Locale } from "next-intl";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { FigureTable } from "#components/task-kinds/judged/figure-table.tsx";
import type { PartProps } from "#components/task-kinds/rating/origins/section.tsx";
import { minDiffering } from "#lib/metrics/grouped/method-differences.ts";
import { maxCompared } from "#lib/metrics/ratings/rated-origins.ts";
import { differenceRow, listDifferenceColumns } from "#lib/study-results/kinds/judged/differences.ts";
import { nameOrigin } from "#lib/study-results/kinds/origins.ts";
import { wordWhy } from "#lib/study-results/kinds/rating/names.ts";

/** Whether people rate one origin higher than another, over the same groups. */
export async function Comparisons({ told, id, locale }: PartProps & { locale: Locale }) {
  const t = await getTranslations("resultsRatings.origins.comparisons");
  const { comparisons, origins, track } = told;
  const pairs = (comparisons ?? []).toSorted((a, b) => (b.difference ?? 0) ** 2 - (a.difference ?? 0) ** 2);
  const name = (at: number) => nameOrigin(origins[at]?.values ?? [], locale);
  const why = (reason: string | null) => wordWhy(reason, locale);
  return (
    <Fold
      id={`${id}-comparisons`}
      title={t("title")}
      note={pairs.length > 0 && t("note", { count: pairs.length })}
    >
      {pairs.length === 0 ? (
        <p className="text-ink-muted">{comparisons ? t("one") : t("tooMany", { most: maxCompared })}</p>
      ) : (
        <>
          <FigureTable
            caption={t("caption", { track })}
            columns={listDifferenceColumns()}
            rows={pairs.map((pair) =>
              differenceRow(
                pair,
                {
                  id: `${pair.first} ${pair.second}`,
                  first: name(pair.first),
                  second: name(pair.second),
                },
                { ...(pair.holm === null && { holm: why(pair.reason) }) },
              ),
            )}
            say={(key) => t(key as "first")}
            why={why}
          />
          <p className="measure text-sm text-ink-muted">{t("explained", { least: minDiffering })}</p>
        </>
      )}
    </Fold>
  );
}
