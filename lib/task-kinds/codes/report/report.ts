import type { Facts } from "#lib/reports/facts.ts";
import { checkJudged, describeRaters, nameJudges, type Judged } from "#lib/reports/judged/points.ts";
import { t } from "#lib/reports/words.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { leastForClaim } from "#lib/study-results/schema.ts";
import { writeCodes } from "#lib/task-kinds/codes/document.ts";
import {
  listBooks,
  mainPart,
  nameSide,
  tellBook,
  type CodedBook,
} from "#lib/task-kinds/codes/report/parts.ts";
import {
  makeAgreementTables,
  makeComparisons,
  makeJudgeTables,
  makeShareTables,
} from "#lib/task-kinds/codes/report/tables.ts";

const listTests = ({ byAttribute }: CodedBook) =>
  byAttribute.flatMap(({ comparisons }) => (comparisons ?? []).map(({ holm }) => holm));

const writeMethods = (facts: Facts) => ({
  figures: [
    ...listBooks(facts).map(({ book, overall }) =>
      // The last says that none fits.
      t("codes.methods.figures", { book, codes: (overall[0]?.codes.length ?? 1) - 1 }),
    ),
    t("codes.methods.shares"),
    t("codes.methods.intervals"),
    describeRaters(readJudged(facts).raters),
    ...(holdsAtEveryLook(facts.rows, facts.view.who) ? [t("codes.methods.interim")] : []),
    t("methods.few", {
      leastAnswers: leastForClaim.answers,
      leastPeople: leastForClaim.people,
      leastCases: leastForClaim.cases,
    }),
  ],
  others: [
    t("codes.methods.agreement"),
    ...(listBooks(facts).flatMap(listTests).length > 0 ? [t("codes.methods.comparisons")] : []),
  ],
});

const listJudges = (facts: Facts): Judged["judges"] =>
  listBooks(facts).flatMap(({ book, overall: [people, ...judges] }) =>
    judges.map((judge) => ({
      name: nameSide(facts, judge),
      part: book,
      n: judge.cases,
      cases: people?.cases ?? 0,
    })),
  );

/** All cases are one where nothing tells them apart. */
function countOrigins(one: CodedBook): Judged["parts"][number] {
  const parts = mainPart(one)?.values.map(({ sides }) => sides) ?? [one.overall];
  return { name: one.book, of: parts.length, told: parts.filter(([people]) => people?.isTold).length };
}

function readJudged(facts: Facts): Judged {
  const books = listBooks(facts);
  const people = books.flatMap(({ overall }) => overall.slice(0, 1));
  return {
    what: "codings",
    answers: people.reduce((sum, { n }) => sum + n, 0),
    cases: people.reduce((sum, { cases }) => sum + cases, 0),
    raters: Math.min(...people.map((one) => one.people)),
    judges: listJudges(facts),
    parts: books.map(countOrigins),
    figures: books.map((one) => ({
      told: tellBook(one),
      hasInterval: one.overall[0]?.isTold === true && one.overall[0].codes.some(({ low }) => low !== null),
    })),
    tests: books.flatMap(listTests),
  };
}

export const codeReport = {
  tables: (facts: Facts) => [
    ...makeShareTables(facts),
    ...makeAgreementTables(facts),
    ...makeJudgeTables(facts),
    ...makeComparisons(facts),
  ],
  figures: (facts: Facts) =>
    listBooks(facts).map(({ book }, at) => ({
      name: "codes",
      file: `codes-${at + 1}`,
      asked: new URLSearchParams({ book }),
      note: t("codes.figures.codes"),
    })),
  methods: writeMethods,
  inPlace: {
    methods: (facts: Facts) => ({ alternative: [], models: nameJudges(listJudges(facts)) }),
    checks: checkJudged(readJudged),
    tellMeans: ({ rows, view }: Facts, change: Partial<Facts["view"]>) =>
      writeCodes(rows, { ...view, ...change })
        .map(tellBook)
        .join("; "),
  },
};
