import {
  makeComparisonTable,
  printTable,
  type JudgedStudy,
  makeJudgedReport,
} from "#lib/reports/kinds/judged/report.ts";
import type { Facts } from "#lib/reports/facts.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { formatRunName, namePeople, t, formatReason, formatDecimal } from "#lib/reports/words.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import {
  agreementColumns,
  agreementRow,
  similarityColumns,
  similarityRows,
} from "#lib/study-results/kinds/traits/tables.ts";
import { differenceRow, listDifferenceColumns } from "#lib/study-results/kinds/judged/table.ts";
import { getTraits, type TraitResults } from "#lib/study-results/kinds/traits/results.ts";
import { formatOriginName, formatMissingReason } from "#lib/study-results/kinds/traits/figures.ts";

type OriginOf = TraitResults["origins"][number];
type Side = OriginOf["people"] | OriginOf["judges"][number];

const nothing: TraitResults = { origins: [], comparisons: [], alone: 0, several: 0, agreement: [] };
const traitsOf = ({ results }: Pick<Facts, "results">): TraitResults => results.traits ?? nothing;

const say = (key: string): string => t(`traits.tables.${key as "by"}`);
const nameOf = (origin: Pick<OriginOf, "method" | "model">) => formatOriginName(origin, "en");
const writeMean = ({ mean, low, high }: Side) => formatDecimal(mean, 3, { low, high });

const listSides = ({ view }: Facts, one: OriginOf): { id: string; name: string; side: Side }[] => [
  {
    id: "people",
    side: one.people,
    name: t("traits.tables.people", { who: namePeople(view.who), raters: one.people.raters }),
  },
  ...one.judges.map((judge) => ({ id: String(judge.runId), name: formatRunName(judge), side: judge })),
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
            reason: formatMissingReason(side.reason, "en"),
          }),
    ),
  );
  return printTable(facts, {
    name: "similarity",
    caption: t("traits.tables.similarity"),
    standing: "people",
    notes: [
      t("traits.tables.made"),
      ...(origins.some((one) => !one.isClaimable)
        ? [t("judged.tables.few", { ...minForClaim, each: "row" })]
        : []),
      ...(unanswered + alone + several > 0 ? [t("traits.tables.left", { unanswered, alone, several })] : []),
      ...undefinedSides,
    ],
    columns: similarityColumns.filter(({ key }) => key !== "answers"),
    groups: origins.map((one) =>
      similarityRows(
        one,
        listSides(facts, one).map(({ id, name }) => ({ id, name, inFile: id === "people" ? id : name })),
        { origin: nameOf(one), ties: (of) => t("traits.tables.tiesOf", of) },
      ),
    ),
    say,
  });
}

const makeComparisons = (facts: Facts): PrintedTable[] => {
  const { comparisons, origins } = traitsOf(facts);
  // What is too little to be told alone is too little to be compared.
  if (comparisons.length === 0 || origins.some((one) => !one.isClaimable)) return [];
  return [
    makeComparisonTable(facts, {
      name: "similarity-comparisons",
      caption: t("traits.tables.comparisons"),
      columns: listDifferenceColumns({ write: (value) => formatDecimal(value, 3) }),
      rows: comparisons.map((pair, at) =>
        differenceRow(pair, { id: String(at), first: nameOf(pair.first), second: nameOf(pair.second) }),
      ),
      notes: [t("traits.tables.comparisonsMade")],
    }),
  ];
};

function makeTraitTable(facts: Facts): PrintedTable {
  const { agreement } = traitsOf(facts);
  return printTable(facts, {
    name: "trait-agreement",
    caption: t("traits.tables.agreement"),
    notes: [
      t("traits.tables.agreementMade"),
      ...agreement.flatMap(({ trait, reason }) =>
        reason === null
          ? []
          : t("traits.tables.undefined", {
              name: t(`traits.tables.names.${trait}`),
              reason: formatReason(reason),
            }),
      ),
    ],
    columns: agreementColumns,
    groups: [agreement.map((one) => agreementRow(one, t(`traits.tables.names.${one.trait}`)))],
    say,
  });
}

const formatOrigins = ({ origins }: TraitResults): string =>
  origins
    .map((one) =>
      t(one.isClaimable ? "traits.points.similarity" : "traits.points.none", {
        name: nameOf(one),
        mean: writeMean(one.people),
      }),
    )
    .join("; ");

function readJudged(facts: Facts): JudgedStudy {
  const traits = traitsOf(facts);
  const { origins } = traits;
  const [first] = traits.agreement;
  return {
    what: "profiles",
    answers: first?.answers ?? 0,
    cases: first?.cases ?? 0,
    judges: origins.flatMap((one) =>
      one.judges.map((judge) => ({
        name: formatRunName(judge),
        n: judge.n,
        cases: one.people.n,
        part: nameOf(one),
      })),
    ),
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
      told: formatOrigins({ ...traits, origins: [one] }),
      hasInterval: one.isClaimable && one.people.low !== null,
    })),
    tests: origins.every((one) => one.isClaimable) ? traits.comparisons.map(({ holm }) => holm) : [],
  };
}

export const traitReport = makeJudgedReport({
  tables: (facts) =>
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
  read: readJudged,
  methods: (facts) => ({
    made: [t("traits.methods.figures"), t("traits.methods.similarity")],
    others: [
      t("traits.methods.agreement"),
      ...(traitsOf(facts).comparisons.length > 0
        ? [t("judged.methods.comparisons", { what: "profiles" })]
        : []),
    ],
  }),
  formatMeans: ({ rows, view }, change) => formatOrigins(getTraits(rows, { ...view, ...change })),
});
