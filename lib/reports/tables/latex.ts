import { square } from "#lib/reports/latex/widths.ts";

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
  // After the end of a row a star or a bracket would be taken for its argument.
  "*": "{*}",
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
  Σ: "$\\Sigma$",
  "…": "\\ldots{}",
  "·": "\\textperiodcentered{}",
  "\u00a0": "~",
};

// What neither Latin nor Chinese letters are; dashes, quotes and the like stand as commands by then.
const beyondLatin = new RegExp(`(?!${square.source})[\\u0180-\\u{10ffff}]`, "u");

/** Stands before the letter that leads from a cell to its note: no text of anybody's has it. */
export const noteMark = "\ue000";

const squares = new RegExp(`(${square.source})+(?:\\s+(${square.source})+)*`, "gu");

/** A cell of a table: any text as LaTeX sets it, without ever being read as a command. */
export const escapeCell = (text: string): string =>
  text
    .replace(/\s+/g, (blanks) => (blanks === "\u00a0" ? blanks : " "))
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "")
    // Two hyphens of a name would be joined into a dash.
    .replace(/-(?=-)/g, "-\u0001")
    .replace(/[\\{}$&#^_%~<>|"`*[\]’‘“”–—−×…·Σ\u00a0]/g, (sign) => commands[sign] ?? "")
    .replaceAll("\u0001", "{}")
    .replace(squares, "\\cjk{$&}")
    .replace(new RegExp(`${noteMark}([a-z]+)`, "g"), "\\textsuperscript{$1}");

// Of a hash, or of a path, nothing tells TeX where a line may end.
const longWord = /[^\s\u00a0]{24,}/g;
const breakable = "\ue001";

/** Running text: the same, and long words may be broken. */
export const escapeLatex = (text: string): string =>
  escapeCell(
    text.replace(longWord, (word) =>
      (word.match(/[^/_:.,=-]{1,8}[/_:.,=-]*|[/_:.,=-]+/gsu) ?? []).join(breakable),
    ),
  ).replaceAll(breakable, "\\allowbreak{}");

/** A comment ends with its line. */
export const commentLatex = (text: string): string =>
  `% ${text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")}`;

/** What a file with such letters needs, so that pdfLaTeX takes it; the others take the letters as they are. */
export function declareLetters(written: string): string {
  const lines = [
    ...(written.includes("\\cjk{")
      ? [
          "% \\usepackage{CJKutf8} for pdfLaTeX; for XeLaTeX or LuaLaTeX a font with Chinese letters, as xeCJK and luatexja bring it.",
          "\\ifdefined\\cjk\\else\\ifdefined\\Umathchar\\DeclareRobustCommand{\\cjk}[1]{#1}\\else",
          "\\DeclareRobustCommand{\\cjk}[1]{\\begin{CJK}{UTF8}{gbsn}#1\\end{CJK}}\\fi\\fi",
        ]
      : []),
    ...(beyondLatin.test(written.replace(/^%.*$/gm, ""))
      ? ["% Letters beyond Latin and Chinese ones: for XeLaTeX or LuaLaTeX alone, with a font that has them."]
      : []),
  ];
  // Below the comments that say what the file is.
  const at = /^(?:%.*\n)*/.exec(written)?.[0].length ?? 0;
  return lines.length === 0 ? written : `${written.slice(0, at)}${lines.join("\n")}\n${written.slice(at)}`;
}
