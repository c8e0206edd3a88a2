import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { listLooks, writeCaption } from "#lib/reports/head.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { listPlannedRows, subjectOf } from "#lib/reports/standing.ts";
import { nameRun, t, writeDecimal, writeShare } from "#lib/reports/words.ts";
import { foresee } from "#lib/study-results/models/models.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import type { ResultsDocument } from "#lib/study-results/overview/results-schema.ts";
import { leastForClaim } from "#lib/study-results/schema.ts";

type Model = ResultsDocument["models"][number];

const columns = ["n", "top1", "withMissing", "top2", "meanRank", "ece", "brier"] as const;

/** People, their vote, chance and every model over the same cases. */
export function makeResultsTable(facts: Facts): PrintedTable {
  const { results, view } = facts;
  const { people, models, method } = results;
  const told = [
    { name: t(`names.${view.who}`), subject: "people" as const },
    ...models.map((model) => ({ name: nameRun(model), subject: subjectOf(facts, model) })),
    { name: t("tables.results.chance"), subject: "rest" as const },
  ];
  const caption = t("tables.results.caption", { cases: people.n.cases, who: view.who });
  return {
    name: "results",
    caption: writeCaption(facts, caption, "rest", ...told.map(({ subject }) => subject)),
    notes: [
      ...listPlannedRows(facts, told),
      t("tables.results.made", { works: method.works ?? 0 }),
      ...listLooks(facts),
      t("tables.results.missing"),
    ],
    columns: [
      { label: t("tables.results.name"), numeric: false },
      ...columns.map((key) => ({ label: t(`tables.results.${key}`, { who: view.who }), numeric: true })),
    ],
    groups: [
      describePeople(facts),
      models.filter(({ isRanked }) => isRanked).map((model) => describeModel(facts, model)),
      models.filter(({ isRanked }) => !isRanked).map((model) => describeModel(facts, model)),
    ].filter((group) => group.length > 0),
    csv: writeNumbers(facts),
  };
}

const tooFew = (count: number) => t("tables.tooFew", { n: count });
const pad = (cells: string[]) => [...cells, ...Array(columns.length + 1 - cells.length).fill("")];
const isShown = ({ apart, answered }: Model) => apart !== "selecting" && answered >= leastForClaim.cases;

/** People, their vote, and what guessing would give. */
function describePeople({ results, view }: Facts): PrintedRow[] {
  const { people, consensus, chance } = results;
  const { answers } = people.n;
  return [
    {
      id: "people",
      about: { page: "people", view },
      cells: pad([
        t(`names.${view.who}`),
        String(answers),
        people.isClaimable ? writeShare(people.accuracy, people.interval) : tooFew(answers),
        people.isClaimable && people.withMissing.missing > 0 ? writeShare(people.withMissing.wrong) : "",
      ]),
    },
    {
      id: "consensus",
      about: { page: "cases", view },
      cells: pad([
        t("tables.results.consensus"),
        String(consensus.cases),
        people.isClaimable ? writeShare(consensus.accuracy, consensus.interval) : tooFew(consensus.cases),
      ]),
    },
    {
      id: "chance",
      about: { page: "cases", view },
      cells: pad([t("tables.results.chance"), "", writeShare(chance)]),
    },
  ];
}

function describeModel({ results, rows, view }: Facts, model: Model): PrintedRow {
  const { scores, withMissing, answered } = model;
  const row = { id: `run-${model.runId}`, about: { run: model.runId } };
  const name = nameRun(model);
  const head = (label: string) => [label, `${answered}/${results.consensus.cases}`];
  if (model.apart === "selecting") {
    const known = foresee(getSelection(rows, view));
    const cells = [
      ...head(t("tables.results.selecting", { name })),
      t("tables.results.bySelection", { known }),
    ];
    return { ...row, cells: pad(cells) };
  }
  const label = model.apart === null ? name : t("tables.results.apart", { name, apart: model.apart });
  if (!isShown(model)) return { ...row, cells: pad([...head(label), tooFew(answered)]) };
  return {
    ...row,
    cells: [
      ...head(label),
      writeShare(model.top1, model.interval),
      withMissing.missing === 0 ? "" : writeShare(withMissing.wrong),
      writeShare(scores.top2),
      writeDecimal(scores.meanRank, 2),
      writeShare(scores.ece),
      writeDecimal(scores.brierPerOption),
    ],
  };
}

const numberColumns = [
  "answers_of",
  "kind",
  "name",
  "method",
  "version",
  "ran_at",
  "ranked",
  "n",
  "cases",
  "failed",
  "missing",
  "right",
  "share",
  "low",
  "high",
  "interval",
  "top2",
  "mean_rank",
  "ece",
  "brier",
  "brier_per_case",
  "share_missing_wrong",
  "share_missing_right",
  "ties",
  "reason",
] as const;
type Numbers = Partial<Record<(typeof numberColumns)[number], CsvCell>>;

/** As results.json has them: nothing is rounded, and what is too small to be claimed says so. */
function writeNumbers({ results, view }: Facts): PrintedTable["csv"] {
  const { people, consensus, chance, models } = results;
  const { cases } = people.n;
  const share = (of: { low: number | null; high: number | null; method: string } | null) => ({
    low: of?.low,
    high: of?.high,
    interval: of?.method,
  });
  const claimed = (numbers: Numbers): Numbers => (people.isClaimable ? numbers : { reason: "too_few" });
  const lines: Numbers[] = [
    {
      kind: "people",
      n: people.n.answers,
      cases,
      right: people.right,
      reason: people.reason,
      missing: people.withMissing.missing,
      ...claimed({
        share: people.accuracy,
        ...share(people.interval),
        share_missing_wrong: people.withMissing.wrong,
        share_missing_right: people.withMissing.right,
      }),
    },
    {
      kind: "consensus",
      n: consensus.cases,
      cases,
      right: consensus.credit,
      ties: consensus.ties,
      reason: consensus.reason,
      ...claimed({ share: consensus.accuracy, ...share(consensus.interval) }),
    },
    { kind: "chance", cases, share: chance },
    ...models.map((model): Numbers => {
      const { scores, withMissing } = model;
      const head: Numbers = {
        kind: model.apart === null ? "model" : `${model.apart}_model`,
        name: model.model,
        method: model.method,
        version: model.version,
        ran_at: model.ranAt,
        ranked: Number(model.isRanked),
        n: model.answered,
        cases,
        failed: model.failed,
        missing: model.missing,
        reason: model.reason,
      };
      if (model.apart === "selecting") return head;
      if (!isShown(model)) return { ...head, right: model.right, reason: "too_few" };
      return {
        ...head,
        right: model.right,
        share: model.top1,
        ...share(model.interval),
        top2: scores.top2,
        mean_rank: scores.meanRank,
        ece: scores.ece,
        brier: scores.brierPerOption,
        brier_per_case: scores.brierPerCase,
        share_missing_wrong: withMissing.wrong,
        share_missing_right: withMissing.right,
      };
    }),
  ];
  return [
    numberColumns,
    ...lines.map((line) => numberColumns.map((name) => (name === "answers_of" ? view.who : line[name]))),
  ];
}
