import { useFormatter, useTranslations } from "next-intl";
import { share, tellMarks, tellRight, tellVote } from "#components/study-results/cases/case-cells.ts";
import { named } from "#components/study-results/figure-cells.ts";
import { resultsCasePath, resultsPath } from "#lib/paths.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import type { CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { writeCaseQuery, type CaseColumn, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { goldProbabilitiesOf } from "#lib/study-results/cases/cases.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  query: CaseQuery;
  cases: readonly CaseFigures[];
  /** How many cases have a place by difficulty. */
  placed: number;
  /** By the number of the study's case. */
  openings: ReadonlyMap<number, string>;
};

export function CaseTable({ rows, view, query, cases, placed, openings }: Props) {
  const t = useTranslations("resultsCases.table");
  const format = useFormatter();
  const { slug } = rows.study;
  const runs = rows.runs.filter(({ id }) => query.models.includes(id));
  const heading = (column: CaseColumn, label: Cell, atLeast: 32 | 64 = 32): LinkedColumn => {
    const isSorted = query.sort?.column === column;
    const descending = isSorted && !query.sort?.descending;
    const to = writeCaseQuery(view, { ...query, page: 1, sort: { column, descending } });
    const sorted = query.sort?.descending ? "descending" : "ascending";
    const href = resultsPath(slug, "cases", to);
    return { key: column, label, numeric: column !== "key", atLeast, href, ...(isSorted && { sorted }) };
  };
  const columns: LinkedColumn[] = [
    heading("key", t("key"), 64),
    heading("right", t("right", { who: view.who })),
    { key: "vote", label: t("vote", { who: view.who }), atLeast: 40 },
    heading("difficulty", t("difficulty")),
    heading("disagreement", t("disagreement")),
    heading("models", t("models")),
    heading("gold", t("gold")),
    ...runs.map((run) => heading(`run-${run.id}`, named(t("run", { model: nameAmong(run, rows.runs) })))),
  ];
  const ofRuns = runs.map(({ id }) => ({ column: `run-${id}`, of: goldProbabilitiesOf(rows, id) }));
  const hasControls = rows.cases.some(({ stratum }) => stratum === "control");
  const asked = writeCaseQuery(view, query);
  return (
    <Table
      isTall
      isTight
      caption={t("caption")}
      columns={columns}
      rows={cases.flatMap((figures) => {
        const it = rows.cases[figures.index];
        if (!it) return [];
        const track = rows.tracks[it.track];
        const { n, right, difficulty, place, disagreement, models, vote } = figures;
        const href = resultsCasePath(slug, { track: track?.name ?? "", key: it.key }, asked);
        const noGold = t(models.answered === 0 ? "noModel" : "noProbability");
        return {
          id: String(it.id),
          cells: {
            key: [
              { text: it.key, href, isName: true, isCode: true },
              { quote: openings.get(it.id) ?? "", lang: track?.language, as: "opening" },
              tellMarks(t, format, it, hasControls),
            ],
            right: tellRight(t, { right, n, why: t("noAnswer") }),
            vote: tellVote(t, format, it, vote),
            difficulty: [
              share(difficulty, t("noAnswer")),
              place !== null && {
                line: { text: t("place", { place, of: placed }), isWhole: true },
                isMuted: true,
              },
            ],
            disagreement: share(disagreement, t(n === 1 ? "oneAnswer" : "noAnswer")),
            models: tellRight(t, { right: models.right, n: models.answered, why: t("noModel") }),
            gold: share(models.goldProbability, noGold),
            ...Object.fromEntries(
              ofRuns.map(({ column, of }) => [column, share(of(figures), t("noProbability"))]),
            ),
          },
        };
      })}
    />
  );
}
