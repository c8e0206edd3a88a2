import {
  fitTable,
  pageHeight,
  rooms,
  type Fitted,
  type FittedPart,
  type FittedRow,
  type Room,
} from "#lib/reports/latex/fit.ts";
import { shortenNames, type ShortNames } from "#lib/reports/latex/short-names.ts";
import { widthOf, type Size } from "#lib/reports/latex/widths.ts";
import { commentLatex, escapeCell, escapeLatex } from "#lib/reports/tables/latex.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { t } from "#lib/reports/words.ts";

const commands: Readonly<Record<Size, string>> = {
  10: "\\normalsize",
  9: "\\small",
  8: "\\footnotesize",
  7: "\\scriptsize",
};

/** After so many LaTeX has to place those it keeps before it takes more. */
const mostFloats = 12;

/**
 * With booktabs' rules, in a column of a two-column article where it fits there and across both where it doesn't:
 * on a page with one column both are the same. `head` stands above it, so that the file says what it is.
 */
export function writeLatexTable(table: PrintedTable, head: readonly string[], names?: ShortNames): string {
  const short = names ? shortenNames(table, names) : table;
  const fitted = fitShort(short);
  const parts = fitted.parts.map((part, i) => writePart(short, fitted, part, i));
  return [
    ...head.map(commentLatex),
    "% \\usepackage{booktabs}",
    "% " + t("latex.fits", { room: fitted.room, size: commands[fitted.size] }),
    ...parts.flatMap((part, i) => (i > 0 && i % mostFloats === 0 ? ["\\clearpage", part] : [part])),
    "",
  ].join("\n");
}

const fitShort = (table: PrintedTable): Fitted =>
  fitTable(table, (room) => pageHeight - heightAround(table, room));

/** As the file has it. */
export const fitReportTable = (table: PrintedTable, names: ShortNames): Fitted =>
  fitShort(shortenNames(table, names));

/** Of the caption and the notes. */
function heightAround({ caption, notes }: PrintedTable, room: Room): number {
  const lines = (text: string, size: Size) => Math.ceil((1.1 * widthOf(text, size)) / rooms[room]);
  return 24 + 12 * (lines(caption, 10) + 1) + notes.reduce((sum, note) => sum + 9.5 * lines(note, 8) + 3, 0);
}

function writePart(table: PrintedTable, fitted: Fitted, part: FittedPart, at: number): string {
  const { room, size, gap, parts } = fitted;
  const float = room === "page" ? "table*" : "table";
  const isRight = (i: number) => table.columns[part.columns[i] ?? 0]?.numeric === true;
  const line = (row: FittedRow, upright: "t" | "b") =>
    `    ${row.map((cell, i) => writeCell(cell, upright, isRight(i) ? "r" : "l")).join(" & ")} \\\\`;
  const caption =
    parts.length === 1
      ? table.caption
      : t("latex.part", { caption: table.caption, part: at + 1, parts: parts.length });
  return [
    `\\begin{${float}}`,
    "  \\centering",
    // The parts of one table have one number.
    ...(at > 0 ? ["  \\addtocounter{table}{-1}"] : []),
    `  \\caption{${escapeLatex(caption)}}`,
    ...(at > 0 ? [] : [`  \\label{tab:${table.name}}`]),
    // Between a caption and what stands below it an article leaves no room.
    "  \\vspace{4pt}",
    `  ${commands[size]}`,
    `  \\setlength{\\tabcolsep}{${gap}pt}`,
    `  \\begin{tabular}{@{}${part.columns.map((_, i) => (isRight(i) ? "r" : "l")).join("")}@{}}`,
    "    \\toprule",
    line(part.heads, "b"),
    ...part.groups.flatMap((rows) => ["    \\midrule", ...rows.map((row) => line(row, "t"))]),
    "    \\bottomrule",
    "  \\end{tabular}",
    ...(at === parts.length - 1 ? writeNotes(table.notes) : []),
    `\\end{${float}}`,
  ].join("\n");
}

/** Heads stand on one line at their feet, rows at their heads. */
function writeCell(lines: readonly string[], upright: "t" | "b", side: "r" | "l"): string {
  const [first = "", ...others] = lines.map(escapeCell);
  if (others.length === 0) return first;
  return `\\begin{tabular}[${upright}]{@{}${side}@{}}${[first, ...others].join("\\\\")}\\end{tabular}`;
}

const writeNotes = (notes: readonly string[]): string[] =>
  notes.length === 0
    ? []
    : [
        "  \\par\\smallskip",
        "  \\parbox{\\linewidth}{\\footnotesize\\raggedright",
        ...notes.map((note) => `    ${escapeLatex(note)}\\par`),
        "  }",
      ];
