import { getTranslations } from "next-intl/server";
import type { Locale } from "next-intl";
import { named, probability } from "#components/study-results/figure-cells.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { bounded } from "#components/task-kinds/rating/origins/cells.ts";
import type { PartProps } from "#components/task-kinds/rating/origins/section.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { minDiffering } from "#lib/metrics/grouped/method-differences.ts";
import { maxCompared } from "#lib/metrics/ratings/rated-origins.ts";
import { nameOrigin } from "#lib/task-kinds/origins.ts";
import { wordWhy } from "#lib/task-kinds/rating/origins/names.ts";

const numeric = ["difference", "groups", "p", "holm"] as const;

/** Whether people rate one origin higher than another, over the same groups. */
export async function Comparisons({ part, id, locale }: PartProps & { locale: Locale }) {
  const t = await getTranslations("resultsRatings.origins.comparisons");
  const { comparisons } = part.figures;
  const pairs = (comparisons ?? []).toSorted((a, b) => (b.difference ?? 0) ** 2 - (a.difference ?? 0) ** 2);
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
          <Table
            caption={t("caption", { track: part.track })}
            isTight
            columns={[
              { key: "first", label: t("first"), atLeast: 32 },
              { key: "second", label: t("second"), atLeast: 32 },
              ...numeric.map((key) => ({ key, label: t(key), numeric: true })),
            ]}
            rows={pairs.map(({ first, second, difference, low, high, groups, p, holm, reason }) => ({
              id: `${first} ${second}`,
              cells: {
                first: named(nameOrigin(part.origins[first] ?? [], locale)),
                second: named(nameOrigin(part.origins[second] ?? [], locale)),
                difference: bounded({ value: difference, low, high, reason }, locale),
                groups,
                p: probability(p),
                holm: holm === null ? wordWhy(reason, locale) : probability(holm),
              },
            }))}
          />
          <p className="measure text-sm text-ink-muted">{t("explained", { least: minDiffering })}</p>
        </>
      )}
    </Fold>
  );
}
