/** Letters that fill a square, as Chinese ones do. */
export const square =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3ffff}]/u;

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

const breakable = "\ue001";

/** Longer words in pieces, since nothing tells TeX where a line may end in a hash or in a path. */
function breakWords(text: string, longestWord: number, longestPiece: number): string {
  // A letter that leads to a note stays with its mark.
  const piece = new RegExp(
    `(?:[^${noteMark}/_:.,=-]{1,${longestPiece}}[/_:.,=-]*|[/_:.,=-]+)(?:${noteMark}[a-z]+)?|${noteMark}[a-z]+`,
    "gsu",
  );
  const broken = text.replace(/[^\s\u00a0]+/g, (word) =>
    word.length > longestWord ? (word.match(piece) ?? []).join(breakable) : word,
  );
  return escapeCell(broken).replaceAll(breakable, "\\allowbreak{}");
}

/** Running text: the same, and long words may be broken. */
export const escapeLatex = (text: string): string => breakWords(text, 23, 8);

/** A cell of several lines. */
export const breakLatex = (text: string): string => breakWords(text, 15, 15);

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
