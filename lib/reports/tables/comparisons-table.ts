import type { Facts } from "#lib/reports/facts.ts";
import { listLooks, writeCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { listPlannedRows, subjectOf } from "#lib/reports/standing.ts";
import { nameRun, t, writeGap, writeP } from "#lib/reports/words.ts";
import { inPercent } from "#lib/figures/written.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import type { ResultsDocument } from "#lib/study-results/overview/results-schema.ts";

type Model = ResultsDocument["models"][number];

const listTested = ({ results }: Facts): Model[] => results.models.filter(({ isTested }) => isTested);

const listStanding = (facts: Facts) =>
  listTested(facts).map((model) => ({ name: nameRun(model), subject: subjectOf(facts, model) }));

function captionTested(facts: Facts, caption: string): string {
  const [first = "rest", ...others] = listStanding(facts).map(({ subject }) => subject);
  return writeCaption(facts, caption, first, ...others);
}

/** People less each model: the difference, its interval, and the test of this very difference. */
export function makeGapTable(facts: Facts): PrintedTable {
  const margin = facts.rows.study.design.claims?.margin ?? null;
  const columns = [
    ...(["n", "difference", "p", "holm"] as const),
    ...(margin === null ? [] : (["noWorse", "equivalence"] as const)),
  ];
  return {
    name: "people-less-model",
    caption: captionTested(facts, t("tables.gap.caption", { who: facts.view.who })),
    notes: [
      ...listPlannedRows(facts, listStanding(facts)),
      t("tables.gap.made"),
      ...listLooks(facts),
      ...(margin === null ? [] : [t("tables.gap.margin", { margin: inPercent(margin) })]),
    ],
    columns: [
      { label: t("tables.results.name"), numeric: false },
      ...columns.map((key) => ({ label: t(`tables.gap.${key}`), numeric: true })),
    ],
    groups: [
      listTested(facts).map((model) => ({
        id: `run-${model.runId}`,
        about: { run: model.runId },
        cells: [
          nameRun(model),
          String(model.peopleLessModel.answers),
          ...tellGap(model.peopleLessModel, columns.length - 1),
        ],
      })),
    ].filter((group) => group.length > 0),
    csv: [gapColumns, ...listTested(facts).map((model) => [facts.view.who, ...listGap(model)])],
  };
}

/** In so many cells. */
function tellGap(gap: Model["peopleLessModel"], cells: number): string[] {
  if (!isClaimable(gap))
    return [t("tables.tooFew", { n: gap.answers }), ...Array<string>(cells - 1).fill("")];
  const { value, interval, p, holm, equivalence } = gap;
  const tests = [p, holm, equivalence?.pNoWorse ?? null, equivalence?.pEquivalent ?? null];
  return [writeGap(value, interval), ...tests.slice(0, cells - 1).map(writeP)];
}

const gapColumns = [
  "answers_of",
  "name",
  "method",
  "version",
  "answers",
  "people",
  "cases",
  "difference",
  "low",
  "high",
  "p",
  "p_holm",
  "margin",
  "p_no_worse",
  "p_equivalent",
  "reason",
];

function listGap({ model, method, version, peopleLessModel: gap }: Model): PrintedTable["csv"][number] {
  const { equivalence } = gap;
  return [
    model,
    method,
    version,
    gap.answers,
    gap.people,
    gap.cases,
    ...(isClaimable(gap)
      ? [
          gap.value,
          gap.interval?.low,
          gap.interval?.high,
          gap.p,
          gap.holm,
          equivalence?.margin,
          equivalence?.pNoWorse,
          equivalence?.pEquivalent,
          gap.reason,
        ]
      : [...Array<null>(8).fill(null), "too_few"]),
  ];
}

/** The vote of people less each model, with McNemar's test of the pairs in which they differ. */
export function makeVoteTable(facts: Facts): PrintedTable {
  const columns = ["cases", "pairs", "difference", "p", "midP", "holm"] as const;
  return {
    name: "consensus-less-model",
    caption: captionTested(facts, t("tables.vote.caption", { who: facts.view.who })),
    notes: [...listPlannedRows(facts, listStanding(facts)), t("tables.vote.made"), ...listLooks(facts)],
    columns: [
      { label: t("tables.results.name"), numeric: false },
      ...columns.map((key) => ({ label: t(`tables.vote.${key}`), numeric: true })),
    ],
    groups: [
      listTested(facts).map((model) => {
        const { cases, onlyPeople, onlyModel, value, interval, p, midP, holm } = model.consensusLessModel;
        const told = isClaimable(model.peopleLessModel)
          ? [
              t("tables.vote.pair", { onlyPeople, onlyModel }),
              writeGap(value, interval),
              writeP(p),
              writeP(midP),
              writeP(holm),
            ]
          : [t("tables.tooFew", { n: cases }), ...Array<string>(columns.length - 2).fill("")];
        return {
          id: `run-${model.runId}`,
          about: { run: model.runId },
          cells: [nameRun(model), String(cases), ...told],
        };
      }),
    ].filter((group) => group.length > 0),
    csv: [
      [
        "answers_of",
        "name",
        "method",
        "version",
        "cases",
        "ties",
        "only_consensus_right",
        "only_model_right",
        "difference",
        "low",
        "high",
        "mcnemar_p",
        "mcnemar_mid_p",
        "mcnemar_p_holm",
        "reason",
      ],
      ...listTested(facts).map(({ model, method, version, peopleLessModel, consensusLessModel: vote }) => [
        facts.view.who,
        model,
        method,
        version,
        vote.cases,
        vote.ties,
        vote.onlyPeople,
        vote.onlyModel,
        ...(isClaimable(peopleLessModel)
          ? [vote.value, vote.interval?.low, vote.interval?.high, vote.p, vote.midP, vote.holm, null]
          : [...Array<null>(6).fill(null), "too_few"]),
      ]),
    ],
  };
}
