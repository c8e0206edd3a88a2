import type { useFormatter } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import {
  share,
  tellMarks,
  tellRight,
  tellVote,
  type CaseWords,
} from "#components/study-results/cases/case-cells.ts";
import { shortKey } from "#components/cases/short-key.ts";
import { muted, named } from "#components/study-results/figure-cells.ts";
import { resultsCasePath, resultsPath } from "#lib/paths.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import { plainKeyOf } from "#lib/study-results/arms/place.ts";
import type { CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { writeCaseQuery, type CaseColumn, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { goldProbabilitiesOf, type ErrorClasses } from "#lib/study-results/cases/cases.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = {
  rows: StudyRows;
  view: View;
  query: CaseQuery;
  cases: readonly CaseFigures[];
  /** How many cases have a place by difficulty. */
  placed: number;
  /** How cases begin, by the number of the study's case. */
  openings: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  classes: ErrorClasses;
};

export async function CaseTable(props: Props) {
  const { rows, view, query, cases } = props;
  const t = await getTranslations("resultsCases.table");
  const format = await getFormatter();
  const runs = rows.runs.filter(({ id }) => query.models.includes(id));
  const given: Given = {
    ...props,
    openings: await props.openings(cases.map(({ index }) => rows.cases[index]?.id ?? 0)),
    t,
    format,
    asked: writeCaseQuery(view, query),
    ofRuns: runs.map(({ id }) => ({ column: `run-${id}`, of: goldProbabilitiesOf(rows, id) })),
  };
  return (
    <Table
      isTight
      caption={t("caption")}
      columns={listColumns(t, props, runs)}
      rows={cases.flatMap((figures) => tellCase(given, figures))}
    />
  );
}

function listColumns(
  t: CaseWords,
  { rows, view, query, classes }: Props,
  runs: readonly RunRow[],
): LinkedColumn[] {
  const heading = (column: CaseColumn, label: Cell): LinkedColumn => {
    const isSorted = query.sort?.column === column;
    const descending = isSorted && !query.sort?.descending;
    const to = writeCaseQuery(view, { ...query, page: 1, sort: { column, descending } });
    const sorted = query.sort?.descending ? "descending" : "ascending";
    const href = resultsPath(rows.study.slug, "cases", to);
    return { key: column, label, numeric: column !== "key", href, ...(isSorted && { sorted }) };
  };
  return [
    { key: "opening", label: t("opening"), fills: true },
    heading("key", t("key")),
    heading("right", t("right", { who: view.who })),
    { key: "vote", label: t("vote", { who: view.who }), atLeast: 48 },
    heading("difficulty", t("difficulty")),
    heading("disagreement", t("disagreement")),
    heading("models", t("models")),
    heading("gold", t("gold")),
    ...runs.map((run) => heading(`run-${run.id}`, named(t("run", { model: nameAmong(run, rows.runs) })))),
    ...(classes.size > 0 ? [{ key: "class", label: t("class"), atLeast: 32 as const }] : []),
  ];
}

/** An analysis without a class is there all the same. */
const tellClass = (t: CaseWords, errorClass: string | undefined): Cell =>
  errorClass === undefined ? "" : errorClass === "" ? muted(t("noClass")) : named(errorClass);

type Given = Omit<Props, "openings"> & {
  openings: ReadonlyMap<number, string>;
  t: CaseWords;
  format: ReturnType<typeof useFormatter>;
  /** What the address of a case keeps of the list. */
  asked: URLSearchParams;
  /** How probable each run that is shown finds the right answer. */
  ofRuns: readonly { column: string; of: (figures: CaseFigures) => number | null }[];
};

function tellCase(given: Given, figures: CaseFigures) {
  const { t, format, rows, asked, openings, placed, ofRuns, classes } = given;
  const row = rows.cases[figures.index];
  if (!row) return [];
  const track = rows.tracks[row.track];
  const { n, right, difficulty, place, disagreement, models, vote } = figures;
  const href = resultsCasePath(rows.study.slug, { track: track?.name ?? "", key: row.key }, asked);
  const noGold = t(models.answered === 0 ? "noModel" : "noProbability");
  const cells: Record<string, Cell> = {
    opening: [
      { quote: openings.get(row.id) || row.key, lang: track?.language, as: "line", href },
      tellMarks(t, format, row),
    ],
    key: [
      shortKey(plainKeyOf(row)),
      row.varied && { line: { text: row.varied.as, isSmall: true, isMuted: true, isWhole: true } },
    ],
    right: tellRight(t, { right, n, why: t("noAnswer") }),
    vote: tellVote(t, format, row, vote),
    difficulty: {
      ...share(difficulty, t(right === null ? "unknownGold" : "noAnswer")),
      ...(place !== null && { title: t("place", { place, of: placed }) }),
    },
    disagreement: share(disagreement, t(n === 1 ? "oneAnswer" : "noAnswer")),
    models: tellRight(t, {
      right: right === null ? null : models.right,
      n: models.answered,
      why: t("noModel"),
    }),
    gold: share(models.goldProbability, noGold),
    class: tellClass(t, classes.get(row.id)),
    ...Object.fromEntries(ofRuns.map(({ column, of }) => [column, share(of(figures), t("noProbability"))])),
  };
  return [{ id: String(row.id), cells }];
}
