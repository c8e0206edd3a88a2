import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import { makeComparisonTable } from "#lib/reports/judged/comparison-table.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t, wordReason, writeDecimal, writeGap, writeShare } from "#lib/reports/words.ts";
import { leastForClaim } from "#lib/study-results/schema.ts";
import {
  listBooks,
  mainPart,
  nameCode,
  nameSide,
  writeCode,
  type CodedBook,
  type Side,
} from "#lib/task-kinds/codes/report/parts.ts";

type Division = { cells: string; of: string; value: string; sides: readonly Side[] };

const numeric = (label: string) => ({ label, numeric: true });
const plain = (label: string) => ({ label, numeric: false });

/** Shares over all cases and by what wrote them, if that is noted; then a table for each other attribute. */
export const makeShareTables = (facts: Facts): PrintedTable[] =>
  listBooks(facts).flatMap((one, at) => {
    const { book, overall, byAttribute } = one;
    const main = mainPart(one);
    const divide = (part: CodedBook["byAttribute"][number]): Division[] =>
      part.values.map(({ value, sides }) => ({ cells: value, of: part.attribute, value, sides }));
    return [
      makeShares(facts, one, {
        name: `codes-${at + 1}`,
        caption: t("codes.tables.shares", { book, who: facts.view.who, by: main?.attribute ?? "none" }),
        divisions: [
          { cells: t("codes.tables.all"), of: "all", value: "", sides: overall },
          ...(main ? divide(main) : []),
        ],
      }),
      ...byAttribute
        .filter((part) => part !== main)
        .map((part, place) => ({
          ...makeShares(facts, one, {
            name: `codes-${at + 1}-by-${place + 1}`,
            caption: t("codes.tables.byAttribute", { attribute: part.attribute, book }),
            divisions: divide(part),
          }),
          isDetail: true,
        })),
    ];
  });

type Wanted = { name: string; caption: string; divisions: readonly Division[] };

/** A code is a group of rows: books have up to fifteen, too many to stand side by side on paper. */
function makeShares(facts: Facts, { book, overall }: CodedBook, wanted: Wanted): PrintedTable {
  const { name, caption, divisions } = wanted;
  const rows = divisions.flatMap(({ sides, ...of }) => sides.map((side, at) => ({ ...of, side, at })));
  return {
    name,
    caption: writeCaption(facts, caption, "people", "rest"),
    notes: [
      t("codes.tables.made"),
      ...(rows.some(({ side }) => !side.isTold) ? [t("codes.tables.few", leastForClaim)] : []),
    ],
    columns: [
      ...(["code", "casesCoded", "codedBy"] as const).map((key) => plain(t(`codes.tables.${key}`))),
      ...(["n", "casesN", "share95"] as const).map((key) => numeric(t(`codes.tables.${key}`))),
    ],
    groups: (overall[0]?.codes ?? []).map(({ code }, place) =>
      rows.map(({ cells, side, at }, row) => ({
        id: `${place} ${row}`,
        cells: [
          row === 0 ? nameCode(code) : "",
          at === 0 ? cells : "",
          nameSide(facts, side),
          String(side.n),
          String(side.cases),
          writeCode(side, place),
        ],
      })),
    ),
    csv: [
      [
        "answers_of",
        "code_book",
        "part",
        "value",
        "coded_by",
        "model",
        "method",
        "version",
        "codings",
        "people",
        "cases",
        "groups",
        "too_few",
        "code",
        "count",
        "share",
        "low",
        "high",
        "reason",
      ],
      ...rows.flatMap(({ of, value, side }) =>
        side.codes.map(({ code, count, share, low, high, reason }): CsvCell[] => [
          facts.view.who,
          book,
          of,
          value,
          side.runId === null ? "people" : "judge",
          side.model,
          side.method,
          side.version,
          side.n,
          side.runId === null ? side.people : null,
          side.cases,
          side.groups,
          Number(!side.isTold),
          code,
          count,
          share,
          low,
          high,
          reason,
        ]),
      ),
    ],
  };
}

type Agreement = CodedBook["agreement"][number];
type Bounded = Agreement["alpha"];
const bounds = ({ value, low, high, reason }: Bounded): CsvCell[] => [value, low, high, reason];
const namesOf = (figure: string) => [figure, `${figure}_low`, `${figure}_high`, `${figure}_reason`];

/** Why a figure, or its interval, isn't there. */
const tellUndefined = (code: string | null, { reason }: Bounded): string[] =>
  reason === null ? [] : [t("codes.tables.undefined", { code: nameCode(code), reason: wordReason(reason) })];

const writeAgreement = ({ code, alpha, pairwise, kappa }: Agreement): string[] => [
  nameCode(code),
  writeDecimal(alpha.value, 2, alpha),
  pairwise.value === null ? "–" : writeShare(pairwise.value, pairwise),
  writeDecimal(kappa.value, 2, kappa),
];

export const makeAgreementTables = (facts: Facts): PrintedTable[] =>
  listBooks(facts).map(({ book, agreement }, at) => ({
    name: `code-agreement-${at + 1}`,
    caption: writeCaption(facts, t("codes.tables.agreement", { book }), "rest"),
    notes: [
      t("codes.tables.agreementMade"),
      ...agreement.flatMap(({ code, alpha }) => tellUndefined(code, alpha)),
    ],
    columns: [
      plain(t("codes.tables.code")),
      ...(["alpha", "pairwise", "kappa"] as const).map((key) => numeric(t(`codes.tables.${key}`))),
    ],
    groups: [agreement.map((one, place) => ({ id: String(place), cells: writeAgreement(one) }))],
    csv: [
      ["answers_of", "code_book", "code", ...namesOf("alpha"), ...namesOf("pairwise"), ...namesOf("kappa")],
      ...agreement.map(({ code, alpha, pairwise, kappa }): CsvCell[] => [
        facts.view.who,
        book,
        code,
        ...bounds(alpha),
        ...bounds(pairwise),
        ...bounds(kappa),
      ]),
    ],
  }));

export const makeJudgeTables = (facts: Facts): PrintedTable[] =>
  listBooks(facts).flatMap(({ book, agreement, overall }, at) => {
    const judges = overall.filter(({ runId }) => runId !== null);
    if (judges.length === 0) return [];
    const metOf = ({ judges: met }: Agreement) =>
      met.flatMap((kappa) => {
        const judge = judges.find(({ runId }) => runId === kappa.runId);
        return judge ? [{ judge, kappa }] : [];
      });
    return {
      name: `code-judges-${at + 1}`,
      caption: writeCaption(facts, t("codes.tables.judges", { book }), "rest"),
      notes: [
        t("codes.tables.judgesMade"),
        ...agreement.flatMap((one) => metOf(one).flatMap(({ kappa }) => tellUndefined(one.code, kappa))),
      ],
      isDetail: true,
      columns: [
        plain(t("codes.tables.code")),
        plain(t("codes.tables.judge")),
        numeric(t("codes.tables.casesN")),
        numeric(t("codes.tables.kappa")),
      ],
      groups: agreement.map((one, place) =>
        metOf(one).map(({ judge, kappa }, row) => ({
          id: `${place} ${row}`,
          cells: [
            row === 0 ? nameCode(one.code) : "",
            nameSide(facts, judge),
            String(judge.cases),
            writeDecimal(kappa.value, 2, kappa),
          ],
        })),
      ),
      csv: [
        ["answers_of", "code_book", "code", "model", "method", "version", "cases", ...namesOf("kappa")],
        ...agreement.flatMap((one) =>
          metOf(one).map(({ judge, kappa }): CsvCell[] => [
            facts.view.who,
            book,
            one.code,
            judge.model,
            judge.method,
            judge.version,
            judge.cases,
            ...bounds(kappa),
          ]),
        ),
      ],
    };
  });

export const makeComparisons = (facts: Facts): PrintedTable[] =>
  listBooks(facts).flatMap(({ book, byAttribute }, at) =>
    byAttribute.flatMap(({ attribute, values, comparisons }, place) => {
      if (!comparisons || comparisons.length === 0) return [];
      const name = (value: number) => values[value]?.value ?? "";
      return makeComparisonTable(facts, {
        name: `code-comparisons-${at + 1}-${place + 1}`,
        caption: t("codes.tables.comparisons", { attribute, book }),
        within: { label: t("codes.tables.code"), of: comparisons.map(({ code }) => nameCode(code)) },
        csv: { columns: ["code_book", "attribute"], cells: [book, attribute] },
        pairs: comparisons.map((pair) => ({
          ...pair,
          first: name(pair.first),
          second: name(pair.second),
        })),
        write: writeGap,
        notes: [t("codes.tables.comparisonsMade")],
      });
    }),
  );
