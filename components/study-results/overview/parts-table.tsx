import { getTranslations } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { WideSection } from "#components/study-results/overview/wide-section.tsx";
import { named, percent } from "#components/study-results/figure-cells.ts";
import { range, withheld } from "#components/study-results/ranges.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import { findBest, type Interval, type PartPoints } from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { leastForClaim, writeView, type View } from "#lib/study-results/schema.ts";
import { compareBest } from "#lib/study-results/overview/variants.ts";

type Props = {
  rows: StudyRows;
  view: View;
  kind: "tracks" | "strata";
  parts: readonly PartPoints[];
  viewOf: (name: string) => View;
};

const columns = [
  "answers",
  "cases",
  "participants",
  "share",
  "consensus",
  "chance",
  "best",
  "bestShare",
] as const;

/** People and the best model on each part of the cases; where there is too little of it, the counts alone. */
export async function PartsTable({ rows, view, kind, parts, viewOf }: Props) {
  if (parts.length === 0) return null;
  const t = await getTranslations("resultsOverview.parts");
  const tooFew = (right: number, n: number) => withheld(t("tooFew", { right, n }));
  const withInterval = (share: number | null, interval: Interval | null | undefined): Cell => [
    percent(share),
    { line: range(interval), isMuted: true },
  ];
  const label = (key: (typeof columns)[number]): Cell => {
    const text = t(key, { who: view.who });
    return key === "share" || key === "bestShare" ? [text, { line: t("interval"), isMuted: true }] : text;
  };
  return (
    <WideSection title={t(kind)}>
      <Table
        caption={t(kind)}
        isTight
        columns={[
          { key: "name", label: t(kind === "tracks" ? "name" : "stratum"), atLeast: 32 },
          ...columns.map((key): LinkedColumn => ({
            key,
            label: label(key),
            ...(key === "best" ? { atLeast: 36 } : { numeric: true }),
          })),
        ]}
        rows={parts.map(({ name, points }) => {
          const { people, consensus, chance, models } = points;
          const { n, right, accuracy, isClaimable } = people;
          const compared = compareBest(rows, viewOf(name), points);
          const best = findBest(models)?.best;
          return {
            id: name,
            cells: {
              name: {
                text: kind === "strata" ? t(name as "selected" | "control") : name,
                isName: true,
                href: resultsPath(rows.study.slug, "overview", writeView(viewOf(name))),
              },
              answers: n.answers,
              cases: n.cases,
              participants: n.people,
              share: isClaimable ? withInterval(accuracy, compared.people) : tooFew(right, n.answers),
              consensus: isClaimable && percent(consensus.accuracy),
              chance: percent(chance),
              best: best && named(best.model),
              bestShare:
                best &&
                (best.answered >= leastForClaim.cases
                  ? withInterval(best.top1, compared.best?.interval)
                  : tooFew(best.right ?? 0, best.answered)),
            },
          };
        })}
      />
    </WideSection>
  );
}
