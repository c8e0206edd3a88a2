import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { tellInterval } from "#components/study-results/people/interval-cell.ts";
import { named, nothing, percent } from "#components/study-results/figure-cells.ts";
import { withheld } from "#components/study-results/ranges.ts";
import { resultsPath } from "#lib/paths.ts";
import { listStrata } from "#lib/study-results/rows/selection.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { PartFigures } from "#lib/study-results/across/across-comparison.ts";
import { writePick } from "#lib/study-results/across/across.ts";
import { namePart } from "#lib/study-results/figures/across.ts";
import { listFilters } from "#lib/studies/selectors/schema.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { writeView } from "#lib/study-results/schema.ts";

const numbers = ["people", "cases", "answers", "right", "accuracy", "interval"] as const;

/** How each part's cases were chosen, and how its people and the best model did on them. */
export async function PartsTable({ parts }: { parts: readonly PartFigures[] }) {
  const t = await getTranslations("resultsAcross");
  const locale = await getLocale();
  const format = await getFormatter();
  const tooFew = (n: number) => withheld(t("tooFew", { n }));
  const wilson = (n: number) => t("parts.wilson", { n });
  return (
    <Table
      isTight
      isWide
      caption={t("parts.caption")}
      columns={[
        { key: "study", label: t("parts.columns.study"), atLeast: 40 },
        { key: "benchmark", label: t("parts.columns.benchmark"), atLeast: 56 },
        ...numbers.map((key) => ({ key, label: t(`parts.columns.${key}`), numeric: true })),
        { key: "best", label: t("parts.columns.best"), atLeast: 40 },
        { key: "bestTop1", label: t("parts.columns.bestTop1"), numeric: true },
      ]}
      rows={parts.map((part) => {
        const { rows, view, people, best, interval, bestInterval } = part;
        const { slug, benchmark } = rows.study;
        const { answers } = people.n;
        return {
          id: writePick({ slug, cohort: view.cohort }),
          cells: {
            study: {
              text: namePart(part, locale),
              isName: true,
              href: resultsPath(slug, "overview", writeView(view)),
            },
            benchmark: [named(benchmark.name), { line: chosen(part), isMuted: true }],
            ...people.n,
            right: people.right,
            accuracy: people.isClaimable ? percent(people.accuracy) : tooFew(answers),
            interval: people.isClaimable ? tellInterval(interval, wilson) : nothing,
            best: best ? named([best.model, best.method, best.version].filter(Boolean).join(" · ")) : nothing,
            bestTop1: !best
              ? nothing
              : isClaimable({ ...people.n, cases: best.answered })
                ? [percent(best.top1), { line: tellInterval(bestInterval, wilson), isMuted: true }]
                : tooFew(best.answered),
          },
        };
      })}
    />
  );

  function chosen({ rows, view }: PartFigures): string {
    const { reference } = rows.study.design.frame;
    const filtered = formatSelectedCases(listFilters(rows.study.benchmark), locale);
    if (!reference) return filtered ?? t("parts.noReference");
    const name = [reference.model, reference.method, reference.version].filter(Boolean).join(" · ");
    const words = { name, threshold: String(reference.threshold) };
    const chosen = view.stratum === "all" ? listStrata(rows) : [view.stratum];
    return format.list([
      ...chosen.map((stratum) => t(`parts.chosen.${stratum}`, words)),
      ...(filtered === null ? [] : [filtered]),
    ]);
  }
}
