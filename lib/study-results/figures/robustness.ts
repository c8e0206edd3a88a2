import type { MatrixSide } from "#lib/figures/drawn/matrix.ts";
import type { FigureOf } from "#lib/figures/figure.ts";
import { inPercent, inProbability } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import {
  allDecisions,
  combine,
  getRobustness,
  type Decision,
  type Robustness,
  type Specification,
  type SpecifiedGap,
} from "#lib/study-results/overview/robustness.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsOverview.robustness");

/** What stands beside a row, and what above a column: each is an answer to all of these decisions. */
const sides = {
  rows: ["missing", "weighting", "suspects"],
  columns: ["excluded", "known", "stratum"],
} as const satisfies Record<string, readonly Decision[]>;

export const makeRobustness: FigureMaker = async (rows, view, _asked, locale) => {
  const found = await getRobustness(rows, view);
  return found && drawRobustness(found, locale);
};

export function drawRobustness({ run, ways, gaps }: Robustness, locale: Locale): FigureOf<"matrix"> {
  const t = wordsOf(locale);
  const [rows, columns] = [listSides(ways, sides.rows, t), listSides(ways, sides.columns, t)];
  const values = gaps.map(({ difference }) => Math.abs(difference?.value ?? 0));
  return {
    title: t("figure"),
    figure: {
      kind: "matrix",
      input: {
        rows: rows.map(({ side }) => side),
        columns: columns.map(({ side }) => side),
        cells: rows.map((row) =>
          columns.map((column) => {
            const gap = gaps.find((one) =>
              allDecisions.every((decision) => one[decision] === { ...row.way, ...column.way }[decision]),
            );
            return gap ? makeCell(gap, `${row.side.label} · ${column.side.label}`, locale) : null;
          }),
        ),
        // As far as the values go, whoever is ahead.
        scale: [0, Math.max(0.01, ...values)],
        words: { rows: t("rows"), columns: t("columns", { model: run.model }) },
      },
    },
    csv: [
      [...allDecisions, "people", "model", "difference", "low", "high", "p", "outcome"],
      ...gaps.map(({ difference, outcome, ...specification }) => [
        ...allDecisions.map((decision) => specification[decision]),
        difference?.sides?.people.value,
        difference?.sides?.model.value,
        difference?.value,
        difference?.interval.low,
        difference?.interval.high,
        difference?.p,
        outcome,
      ]),
    ],
  };
}

function makeCell({ difference, outcome }: SpecifiedGap, name: string, locale: Locale) {
  const t = wordsOf(locale);
  const value = difference?.value ?? null;
  const isTold = outcome !== "too_few" && value !== null;
  const points = isTold ? `${value > 0 ? "+" : ""}${inPercent(value)}` : "–";
  const { low, high } = difference?.interval ?? { low: null, high: null };
  const range =
    isTold && low !== null && high !== null
      ? t("range", { low: inPercent(low), high: inPercent(high), p: inProbability(difference?.p ?? null) })
      : "";
  return {
    // The darker, the further apart.
    value: isTold ? Math.abs(value) : null,
    label: points,
    note: t(`short.${outcome}`),
    title: [name, points, range, t(`short.${outcome}`)].filter(Boolean).join(" · "),
  };
}

type Side = { way: Partial<Specification>; side: MatrixSide };

/** Every answer to these decisions, named by those of them that are open. */
function listSides(
  ways: Robustness["ways"],
  asked: readonly Decision[],
  t: ReturnType<typeof wordsOf>,
): Side[] {
  const open = asked.filter((decision) => ways[decision].length > 1);
  return combine(ways, asked).map((way) => {
    const names = open.map((decision) => t(`ways.${decision}.${way[decision]}` as "ways.known.with"));
    const label = names.length > 0 ? names.join(t("separator")) : t("asIs");
    return { way, side: { id: JSON.stringify(way), label } };
  });
}

/** Those that can be made in more than one way here. */
export const listDecisions = (ways: Robustness["ways"]): Decision[] =>
  allDecisions.filter((decision) => ways[decision].length > 1);

/** How often it comes out how. */
export function countOutcomes(gaps: readonly SpecifiedGap[]): [SpecifiedGap["outcome"], number][] {
  const counts = new Map<SpecifiedGap["outcome"], number>();
  for (const { outcome } of gaps) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}
