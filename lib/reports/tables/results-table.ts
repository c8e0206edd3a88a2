import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedRow, PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { joinList, nameRun, t, writeDecimal, writeGap, writeP, writeShare } from "#lib/reports/words.ts";
import { foresee } from "#lib/study-results/models/models.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import type { ResultsDocument } from "#lib/study-results/overview/results-schema.ts";
import { leastForClaim } from "#lib/study-results/schema.ts";

type Model = ResultsDocument["models"][number];

const columns = ["n", "top1", "top2", "meanRank", "ece", "brier", "gap", "p", "holm"] as const;

/** People, their vote, chance and every model over the same cases. */
export function makeResultsTable(facts: Facts): PrintedTable {
  const { results, view } = facts;
  const { people, models, method } = results;
  const wilson = listByWilson(facts);
  return {
    name: "results",
    caption: writeCaption(facts, t("tables.results.caption", { cases: people.n.cases, who: view.who })),
    notes: [
      t("tables.results.made", { b: method.b, seed: String(method.seed) }),
      ...(wilson.length > 0 ? [t("tables.results.wilson", { list: joinList(wilson) })] : []),
      t("tables.results.noTies"),
    ],
    columns: [
      { label: t("tables.results.name"), numeric: false },
      ...columns.map((key) => ({ label: t(`tables.results.${key}`, { who: view.who }), numeric: true })),
    ],
    groups: [
      describePeople(facts),
      ...[models.filter(({ isRanked }) => isRanked), models.filter(({ isRanked }) => !isRanked)].flatMap(
        (group) => (group.length > 0 ? [group.map((model) => describeModel(facts, model))] : []),
      ),
    ],
    csv: writeNumbers(facts),
  };
}

const tooFew = (count: number) => t("tables.tooFew", { n: count });
const pad = (cells: string[]) => [...cells, ...Array(columns.length + 1 - cells.length).fill("")];
const isShown = ({ isSelecting, answered }: Model) => !isSelecting && answered >= leastForClaim.cases;

/** Whose interval is not from the resampling that the note tells of. */
const listByWilson = ({ results: { people, consensus, models }, view }: Facts): string[] => [
  ...(people.interval.method === "wilson" ? [t(`names.${view.who}`)] : []),
  ...(consensus.interval.method === "wilson" ? [t("tables.results.consensus")] : []),
  ...models.filter((model) => isShown(model) && model.interval?.method === "wilson").map(nameRun),
];

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
  const { scores, gap, mcnemar, answered } = model;
  const row = { id: `run-${model.runId}`, about: { run: model.runId } };
  const name = nameRun(model);
  const head = (label: string) => [label, `${answered}/${results.people.n.cases}`];
  if (model.isSelecting) {
    const known = foresee(getSelection(rows, view));
    const cells = [
      ...head(t("tables.results.selecting", { name })),
      t("tables.results.bySelection", { known }),
    ];
    return { ...row, cells: pad(cells) };
  }
  const label = model.isRanked ? name : t("tables.results.unranked", { name });
  if (!isShown(model)) return { ...row, cells: pad([...head(label), tooFew(answered)]) };
  return {
    ...row,
    cells: [
      ...head(label),
      writeShare(model.top1, model.interval),
      writeShare(scores.top2),
      writeDecimal(scores.meanRank, 2),
      writeShare(scores.ece),
      writeDecimal(scores.brierPerOption),
      ...(isClaimable(gap)
        ? [writeGap(gap.value, gap.interval), writeP(mcnemar.p), writeP(mcnemar.holm)]
        : [tooFew(gap.answers), "", ""]),
    ],
  };
}

const numberColumns = [
  ...[
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
  ],
  ...["right", "share", "low", "high", "interval", "top2", "mean_rank", "ece", "brier", "brier_per_case"],
  ...["gap", "gap_low", "gap_high", "gap_p", "only_people_right", "only_model_right", "ties", "mcnemar_p"],
  ...["mcnemar_p_holm", "reason"],
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
      ...{ kind: "people", n: people.n.answers, cases, right: people.right, reason: people.reason },
      ...claimed({ share: people.accuracy, ...share(people.interval) }),
    },
    {
      ...{ kind: "consensus", n: consensus.cases, cases, right: consensus.credit, ties: consensus.ties },
      reason: consensus.reason,
      ...claimed({ share: consensus.accuracy, ...share(consensus.interval) }),
    },
    { kind: "chance", cases, share: chance },
    ...models.map((model): Numbers => {
      const { scores, gap, mcnemar } = model;
      const head: Numbers = {
        ...{ kind: model.isSelecting ? "selecting_model" : "model", name: model.model, method: model.method },
        ...{ version: model.version, ran_at: model.ranAt, ranked: Number(model.isRanked), n: model.answered },
        ...{ cases, failed: model.failed, missing: model.missing, reason: model.reason },
      };
      if (model.isSelecting) return head;
      if (!isShown(model)) return { ...head, right: model.right, reason: "too_few" };
      return {
        ...{ ...head, right: model.right, share: model.top1, ...share(model.interval), top2: scores.top2 },
        ...{ mean_rank: scores.meanRank, ece: scores.ece, brier: scores.brierPerOption },
        ...{ brier_per_case: scores.brierPerCase, only_people_right: mcnemar.onlyPeople },
        ...{ only_model_right: mcnemar.onlyModel, ties: mcnemar.ties },
        ...(isClaimable(gap)
          ? {
              ...{ gap: gap.value, gap_low: gap.interval?.low, gap_high: gap.interval?.high, gap_p: gap.p },
              ...{ mcnemar_p: mcnemar.p, mcnemar_p_holm: mcnemar.holm },
            }
          : { reason: "gap_too_few" }),
      };
    }),
  ];
  return [
    numberColumns,
    ...lines.map((line) => numberColumns.map((name) => (name === "answers_of" ? view.who : line[name]))),
  ];
}
