import type { CsvCell } from "#lib/files/csv/cell.ts";
import { inDigits } from "#lib/figures/written.ts";
import { makeComparisonTable } from "#lib/reports/judged/comparison-table.ts";
import { checkJudged, describeRaters, nameJudges, type Judged } from "#lib/reports/judged/points.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { nameRun, t, wordReason, writeDecimal } from "#lib/reports/words.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import { writeTraits, type TraitResults } from "#lib/task-kinds/traits/document.ts";
import { nameOrigin, wordWhy } from "#lib/task-kinds/traits/figures.ts";

type OriginOf = TraitResults["origins"][number];
type Side = OriginOf["people"] | OriginOf["judges"][number];

const nothing: TraitResults = { origins: [], comparisons: [], alone: 0, several: 0, agreement: [] };
const traitsOf = ({ results }: Pick<Facts, "results">): TraitResults => results.traits ?? nothing;

const numeric = (label: string) => ({ label, numeric: true });
const plain = (label: string) => ({ label, numeric: false });
const nameOf = (origin: Pick<OriginOf, "method" | "model">) => nameOrigin(origin, "en");
const writeMean = ({ mean, low, high }: Side) => writeDecimal(mean, 3, { low, high });

const listSides = ({ view }: Facts, one: OriginOf): { id: string; name: string; side: Side }[] => [
  {
    id: "people",
    side: one.people,
    name: t("traits.tables.people", { who: view.who, raters: one.people.raters }),
  },
  ...one.judges.map((judge) => ({ id: String(judge.runId), name: nameRun(judge), side: judge })),
];

function makeSimilarityTable(facts: Facts): PrintedTable {
  const { origins, alone, several } = traitsOf(facts);
  const unanswered = origins.reduce((sum, one) => sum + one.unanswered, 0);
  const undefinedSides = origins.flatMap((one) =>
    listSides(facts, one).flatMap(({ name, side }) =>
      side.reason === null
        ? []
        : t("traits.tables.undefined", {
            name: `${nameOf(one)}, ${name}`,
            reason: wordWhy(side.reason, "en"),
          }),
    ),
  );
  return {
    name: "similarity",
    caption: writeCaption(facts, t("traits.tables.similarity"), "people", "rest"),
    notes: [
      t("traits.tables.made"),
      ...(origins.some((one) => !one.isClaimable) ? [t("traits.tables.few", minForClaim)] : []),
      ...(unanswered + alone + several > 0 ? [t("traits.tables.left", { unanswered, alone, several })] : []),
      ...undefinedSides,
    ],
    columns: [
      plain(t("traits.tables.origin")),
      plain(t("traits.tables.by")),
      ...(["n", "similarity95", "ties"] as const).map((key) => numeric(t(`traits.tables.${key}`))),
    ],
    groups: origins.map((one) =>
      listSides(facts, one).map(({ id, name, side }, at) => ({
        id: `${nameOf(one)} ${id}`,
        cells: [
          at === 0 ? nameOf(one) : "",
          name,
          String(side.n),
          one.isClaimable ? writeMean(side) : t("traits.tables.tooFew"),
          t("traits.tables.tiesOf", { ties: side.ties, levels: side.levels }),
        ],
      })),
    ),
    csv: [
      [
        "answers_of",
        "method",
        "model",
        "judged_by",
        "people_judged",
        "raters",
        "cases",
        "too_few",
        "similarity",
        "low",
        "high",
        "reason",
        "tied_levels",
        "levels",
      ],
      ...origins.flatMap((one) =>
        listSides(facts, one).map(({ id, name, side }): CsvCell[] => [
          facts.view.who,
          one.method,
          one.model,
          id === "people" ? "people" : name,
          side.n,
          id === "people" ? one.people.raters : null,
          one.people.cases,
          Number(!one.isClaimable),
          side.mean,
          side.low,
          side.high,
          side.reason,
          side.ties,
          side.levels,
        ]),
      ),
    ],
  };
}

const makeComparisons = (facts: Facts): PrintedTable[] => {
  const { comparisons, origins } = traitsOf(facts);
  // What is too little to be told alone is too little to be compared.
  if (comparisons.length === 0 || origins.some((one) => !one.isClaimable)) return [];
  return [
    makeComparisonTable(facts, {
      name: "similarity-comparisons",
      caption: t("traits.tables.comparisons"),
      csv: { columns: [], cells: [] },
      pairs: comparisons.map((pair) => ({
        ...pair,
        first: nameOf(pair.first),
        second: nameOf(pair.second),
      })),
      write: (difference) => writeDecimal(difference, 3),
      notes: [t("traits.tables.comparisonsMade")],
    }),
  ];
};

function makeTraitTable(facts: Facts): PrintedTable {
  const { agreement } = traitsOf(facts);
  return {
    name: "trait-agreement",
    caption: writeCaption(facts, t("traits.tables.agreement"), "rest"),
    notes: [
      t("traits.tables.agreementMade"),
      ...agreement.flatMap(({ trait, reason }) =>
        reason === null
          ? []
          : t("traits.tables.undefined", {
              name: t(`traits.tables.names.${trait}`),
              reason: wordReason(reason),
            }),
      ),
    ],
    columns: [
      plain(t("traits.tables.trait")),
      ...(["low", "neutral", "high", "answers", "cases", "alpha"] as const).map((key) =>
        numeric(t(`traits.tables.${key}`)),
      ),
    ],
    groups: [
      agreement.map(({ trait, counts, answers, cases, alpha }) => ({
        id: trait,
        cells: [
          t(`traits.tables.names.${trait}`),
          ...counts.map(String),
          String(answers),
          String(cases),
          alpha === null ? "–" : inDigits(alpha, 2),
        ],
      })),
    ],
    csv: [
      ["answers_of", "trait", "low", "neutral", "high", "answers", "raters", "cases", "alpha", "reason"],
      ...agreement.map(({ trait, counts, answers, raters, cases, alpha, reason }): CsvCell[] => [
        facts.view.who,
        trait,
        ...counts,
        answers,
        raters,
        cases,
        alpha,
        reason,
      ]),
    ],
  };
}

const tellOrigins = ({ origins }: TraitResults): string =>
  origins
    .map((one) =>
      t(one.isClaimable ? "traits.points.similarity" : "traits.points.none", {
        name: nameOf(one),
        mean: writeMean(one.people),
      }),
    )
    .join("; ");

const listJudges = (facts: Facts): Judged["judges"] =>
  traitsOf(facts).origins.flatMap((one) =>
    one.judges.map((judge) => ({
      name: nameRun(judge),
      n: judge.n,
      cases: one.people.n,
      part: nameOf(one),
    })),
  );

function readJudged(facts: Facts): Judged {
  const traits = traitsOf(facts);
  const { origins } = traits;
  const [first] = traits.agreement;
  return {
    what: "profiles",
    answers: first?.answers ?? 0,
    cases: first?.cases ?? 0,
    judges: listJudges(facts),
    raters: Math.min(...origins.map(({ people }) => people.raters)),
    parts:
      origins.length === 0
        ? []
        : [
            {
              name: t("traits.points.part"),
              of: origins.length,
              told: origins.filter((one) => one.isClaimable).length,
            },
          ],
    figures: origins.map((one) => ({
      told: tellOrigins({ ...traits, origins: [one] }),
      hasInterval: one.isClaimable && one.people.low !== null,
    })),
    tests: origins.every((one) => one.isClaimable) ? traits.comparisons.map(({ holm }) => holm) : [],
  };
}

export const traitReport = {
  tables: (facts: Facts) =>
    traitsOf(facts).agreement.every(({ answers }) => answers === 0)
      ? []
      : [
          ...(traitsOf(facts).origins.length > 0 ? [makeSimilarityTable(facts)] : []),
          ...makeComparisons(facts),
          makeTraitTable(facts),
        ],
  figures: () => [
    {
      name: "similarity",
      file: "similarity",
      asked: new URLSearchParams(),
      note: t("traits.figures.similarity"),
    },
  ],
  methods: (facts: Facts) => ({
    figures: [
      t("traits.methods.figures"),
      t("traits.methods.similarity"),
      describeRaters(readJudged(facts).raters),
      ...(holdsAtEveryLook(facts.rows, facts.view.who) ? [t("traits.methods.interim")] : []),
      t("methods.few", {
        leastAnswers: minForClaim.answers,
        leastPeople: minForClaim.people,
        leastCases: minForClaim.cases,
      }),
    ],
    others: [
      t("traits.methods.agreement"),
      ...(traitsOf(facts).comparisons.length > 0 ? [t("traits.methods.comparisons")] : []),
    ],
  }),
  inPlace: {
    methods: (facts: Facts) => ({ alternative: [], models: nameJudges(listJudges(facts)) }),
    checks: checkJudged(readJudged),
    tellMeans: ({ rows, view }: Facts, change: Partial<Facts["view"]>) =>
      tellOrigins(writeTraits(rows, { ...view, ...change })),
  },
};
