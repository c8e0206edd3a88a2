import type { ForestRow } from "#lib/figures/drawn/forest-input.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { MadeFigure } from "#lib/figures/made-figure.ts";
import { nameAmong } from "#lib/study-results/models/models.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { describeCodes, type CodedCases, type CodeSide } from "#lib/task-kinds/codes/codes.ts";

type Parted = { value: string | null; sides: readonly CodeSide[] };

/** By the attribute that is asked for, by the method that wrote what is judged, or by the first there is. */
export function choosePart({ overall, byAttribute }: CodedCases, asked: string | null) {
  const named = (name: string | null) => byAttribute.find(({ attribute }) => attribute === name);
  const part = named(asked) ?? named("method") ?? byAttribute[0];
  const values: readonly Parted[] = part?.values ?? [{ value: null, sides: overall }];
  return { attribute: part?.attribute ?? null, values };
}

/** More rows are no picture; the table has all. */
const mostDrawn = 48;

/** In which share of cases each code was found, by what wrote them; judges beside people while there is room. */
export function drawCodeShares(
  coded: CodedCases,
  { rows, view, locale }: { rows: StudyRows; view: View; locale: Locale },
  asked: string | null,
): MadeFigure {
  const t = wordsIn(locale, "resultsCodes");
  const { attribute, values } = choosePart(coded, asked);
  const named = [...coded.codes, t("none")];
  const people = values.map(({ value, sides }) => ({ value, sides: sides.filter(({ run }) => !run) }));
  const drawn = named.length * values.length * coded.overall.length > mostDrawn ? people : values;
  const by = (run: CodeSide["run"]) => (run ? nameAmong(run, rows.runs) : t("who", { who: view.who }));
  const rowsOf = (code: number): ForestRow[] =>
    drawn.flatMap(({ value, sides }) =>
      sides.map((side) => ({
        id: `${code} ${value ?? ""} ${side.run?.id ?? ""}`,
        label: value ?? by(side.run),
        ...(value !== null && coded.overall.length > 1 && { note: by(side.run) }),
        kind: side.run ? ("model" as const) : ("people" as const),
        ...bounds(side, code),
        ...(!side.isTold && { instead: t("count", { count: side.counts[code] ?? 0, n: side.n }) }),
        n: side.n,
      })),
    );
  return {
    title: attribute === null ? t("figure.title") : t("figure.titleBy", { attribute }),
    figure: {
      kind: "forest",
      input: {
        groups: named.map((heading, code) => ({ heading, rows: rowsOf(code) })),
        words: {
          axis: t("figure.axis"),
          value: t("figure.value"),
          interval: t("interval"),
          n: t("n"),
        },
      },
    },
    csv: [
      ["code_book", "code", "attribute", "value", "by", "n", "cases", "groups", ...bareCells],
      ...coded.codes.concat("").flatMap((code, at) =>
        values.flatMap(({ value, sides }) =>
          sides.map(({ run, n, cases, groups, counts, shares }) => {
            const { mean = null, low = null, high = null, reason = null } = shares[at] ?? {};
            const who = run ? nameAmong(run, rows.runs) : view.who;
            return [
              coded.book,
              code,
              attribute,
              value,
              who,
              n,
              cases,
              groups,
              counts[at] ?? 0,
              mean,
              low,
              high,
              reason,
            ];
          }),
        ),
      ),
    ],
  };
}

const bareCells = ["count", "share", "low", "high", "reason"] as const;

function bounds({ shares, isTold }: CodeSide, code: number): Pick<ForestRow, "value" | "low" | "high"> {
  const { mean = null, low = null, high = null } = shares[code] ?? {};
  return isTold ? { value: mean, low, high } : { value: null, low: null, high: null };
}

/** Of the book that an address names, or of the first. */
const makeCodeShares: FigureMaker = (rows, view, asked, locale) => {
  const books = describeCodes(rows, view);
  const coded = books.find(({ book }) => book === asked.get("book")) ?? books[0];
  return coded ? drawCodeShares(coded, { rows, view, locale }, asked.get("by")) : null;
};

export const codeFigures = { codes: makeCodeShares };
