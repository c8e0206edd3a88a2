import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";

const commands: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  "^": "\\textasciicircum{}",
  _: "\\_",
  "%": "\\%",
  "~": "\\textasciitilde{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "''",
  "`": "\\textasciigrave{}",
  // After the end of a row a bracket would be taken for its argument.
  "[": "{[}",
  "]": "{]}",
  "’": "'",
  "‘": "`",
  "“": "``",
  "”": "''",
  "–": "--",
  "—": "---",
  "−": "$-$",
  "×": "$\\times$",
  "…": "\\ldots{}",
  "·": "\\textperiodcentered{}",
  "\u00a0": "~",
};

/** Any text as LaTeX sets it, without ever being read as a command. */
export const escapeLatex = (text: string): string =>
  text
    .replace(/\s+/g, (blanks) => (blanks === "\u00a0" ? blanks : " "))
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "")
    // Two hyphens of a name would be joined into a dash.
    .replace(/-(?=-)/g, "-\u0001")
    .replace(/[\\{}$&#^_%~<>|"`[\]’‘“”–—−×…·\u00a0]/g, (sign) => commands[sign] ?? "")
    .replaceAll("\u0001", "{}");

/** A comment ends with its line. */
export const commentLatex = (text: string): string =>
  `% ${text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")}`;

/** In two lines, where it is long: the columns are narrow. */
function writeLabel(label: string, isRight: boolean): string {
  // Before brackets, or else at the blank that is nearest to the middle.
  const off = (at: number) => (label[at + 1] === "(" ? -1 : Math.abs(at - label.length / 2));
  const [at] = [...label.matchAll(/ /g)].map(({ index }) => index).sort((a, b) => off(a) - off(b));
  if (label.length < 16 || at === undefined) return escapeLatex(label);
  const lines = [label.slice(0, at), label.slice(at + 1)].map(escapeLatex);
  return `\\shortstack[${isRight ? "r" : "l"}]{${lines.join("\\\\")}}`;
}

/** More rows than a page holds go on to the next one. */
const rowsOfPage = 45;

/** With booktabs' rules; `head` stands above it, so that the file says what it is. */
export function writeLatexTable(
  { name, caption, notes, columns, groups }: PrintedTable,
  head: readonly string[],
): string {
  const line = (cells: readonly string[]) => `    ${cells.join(" & ")} \\\\`;
  const layout = `{@{}${columns.map(({ numeric }) => (numeric ? "r" : "l")).join("")}@{}}`;
  const top = ["    \\toprule", line(columns.map(({ label, numeric }) => writeLabel(label, numeric)))];
  const body = groups.flatMap((rows) => [
    "    \\midrule",
    ...rows.map(({ cells }) => line(cells.map(escapeLatex))),
  ]);
  const told = notes.map((note) => `  \\par\\smallskip{\\footnotesize ${escapeLatex(note)}}`);
  const named = [`  \\caption{${escapeLatex(caption)}}`, `  \\label{tab:${name}}`];
  const isLong = groups.reduce((sum, rows) => sum + rows.length, 0) > rowsOfPage;
  const isWide = columns.length > 6;
  const small = isWide ? ["  \\footnotesize", "  \\setlength{\\tabcolsep}{4pt}"] : [];
  const float = isWide ? "table*" : "table";
  const table = isLong
    ? [
        ...["% \\usepackage{longtable}", "{", ...small, `  \\begin{longtable}${layout}`],
        ...[...named, "    \\\\", ...top, "    \\endhead", ...body, "    \\bottomrule"],
        ...["  \\end{longtable}", ...told, "}"],
      ]
    : [
        ...[`\\begin{${float}}`, "  \\centering", ...named, ...small],
        ...[`  \\begin{tabular}${layout}`, ...top, ...body, "    \\bottomrule", "  \\end{tabular}"],
        ...[...told, `\\end{${float}}`],
      ];
  return [...head.map(commentLatex), "% \\usepackage{booktabs}", ...table, ""].join("\n");
}
