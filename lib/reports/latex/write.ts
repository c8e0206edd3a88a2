import {
  breakLatex,
  commentLatex,
  escapeCell,
  escapeLatex,
  noteMark,
  square,
} from "#lib/reports/tables/latex.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { formatRunName, t } from "#lib/reports/words.ts";

/** In points: the narrower of a column, or a page, of a two-column article and of one with 2.5 cm of margin, on A4. */
const rooms = { column: 221, page: 452 } as const;
/** What both hold from top to bottom, on A4 and on letter. */
const pageHeight = 530;

/** In points, with what stands between two columns in ems; letters of the smaller sizes are wider for their height. */
const sizes = [
  { command: "\\normalsize", em: 10, leading: 12, gap: 0.8 },
  { command: "\\small", em: 9.3, leading: 11, gap: 0.8 },
  { command: "\\footnotesize", em: 8.5, leading: 9.5, gap: 0.8 },
  { command: "\\scriptsize", em: 8, leading: 8, gap: 0.5 },
] as const;
/** What a column of broken lines has at least, and what the longest piece that breakLatex leaves whole takes. */
const minText = 44;
const maxPiece = 72;

type Fit = {
  readonly room: keyof typeof rooms;
  readonly size: (typeof sizes)[number];
  readonly isBroken: boolean;
};
/** Columns that stand side by side, and which of them have their texts broken in this share of the line each. */
type Lot = {
  readonly columns: readonly number[];
  readonly broken: readonly number[];
  readonly share: number;
};

const whole = (room: Fit["room"], size: Fit["size"]): Fit => ({ room, size, isBroken: false });
const broken = (size: Fit["size"]): Fit => ({ room: "page", size, isBroken: true });
const [normal, small, footnote, script] = sizes;
/** From the one that reads best to the one that holds most. */
const ways = [
  whole("column", normal),
  whole("column", small),
  whole("column", footnote),
  whole("page", normal),
  whole("page", small),
  whole("page", footnote),
  broken(footnote),
  whole("page", script),
  broken(script),
];

/**
 * With booktabs' rules: in a column of a two-column article where the table fits there, across both where it doesn't,
 * and over several pages of one column where it is longer than a page. `head` is written above it as comments.
 */
export function renderLatexTable(table: PrintedTable, head: readonly string[], names?: ShortNames): string {
  const short = names ? shortenNames(table, names) : table;
  const all = short.columns.map((_, i) => i);
  const fitting = ways.find((one) => placeColumns(short, all, one) !== null);
  const way = fitting ?? broken(footnote);
  const lots = cutColumns(short, way);
  const written = lots.map((lot, at) => writeLot(short, way, lot, { at, of: lots.length })).join("\n");
  const packages = ["booktabs", "tabularx", "longtable", "array"].filter(
    (name) => name === "booktabs" || written.includes(name === "array" ? "}p{" : `\\begin{${name}}`),
  );
  return [
    ...head.map(commentLatex),
    `% \\usepackage{${packages.join(",")}}`,
    `% ${t("latex.fits", { room: written.includes("\\begin{longtable}") ? "pages" : way.room, size: way.size.command })}`,
    written,
    "",
  ].join("\n");
}

/** About as wide as Computer Modern sets it and seldom wider, in ems: TeX breaks what has less room. */
function emsOf(text: string): number {
  let ems = 0;
  for (const letter of text) {
    if (square.test(letter) || /[MW—…@]/.test(letter)) ems += 1.05;
    else if (/[A-Zmw%&+−×<>=_]/.test(letter)) ems += 0.8;
    else if (/[ !',.:;fijl|]/.test(letter)) ems += 0.33;
    else if (/[()I[\]rst-]/.test(letter)) ems += 0.39;
    else ems += /\d/.test(letter) ? 0.5 : 0.56;
  }
  return ems;
}

const widest = (texts: readonly string[]): number => Math.max(...texts.map(emsOf));

const cellsOf = ({ groups }: PrintedTable, column: number): string[] =>
  groups.flat().map(({ cells }) => cells[column] ?? "");

/** A head in lines no wider than its column's cells, or than its longest word. */
function breakHead(table: PrintedTable, column: number): string[] {
  const { label } = table.columns[column] ?? { label: "" };
  // A sign stays with what is before it.
  const words = label.split(/ (?![%:])/);
  const room = widest(words.concat(cellsOf(table, column)));
  if (emsOf(label) <= room) return [label];
  const lines: string[] = [];
  for (const word of words) {
    const joined = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && !word.startsWith("(") && emsOf(joined) <= room) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

const isText = (table: PrintedTable, column: number): boolean => table.columns[column]?.numeric === false;

const widthOf = (table: PrintedTable, column: number, { size }: Fit): number =>
  size.em * widest(breakHead(table, column).concat(cellsOf(table, column)));

/** Room for every word, or piece of one, that TeX sets on one line. */
function minWidthOf(table: PrintedTable, column: number, { size }: Fit): number {
  const words = [table.columns[column]?.label ?? "", ...cellsOf(table, column)].flatMap((text) =>
    text.split(/\s+|(?<=-)/),
  );
  return Math.max(minText, Math.min(maxPiece, size.em * widest(words)));
}

/** Null where they don't fit next to each other. */
function placeColumns(
  table: PrintedTable,
  columns: readonly number[],
  way: Fit,
  isForced = false,
): Lot | null {
  const widths = new Map(columns.map((column) => [column, widthOf(table, column, way)]));
  const mayBreak = columns.filter((column) => isForced || (way.isBroken && isText(table, column)));
  let left = rooms[way.room] - way.size.gap * way.size.em * (columns.length - 1);
  for (const column of columns) if (!mayBreak.includes(column)) left -= widths.get(column) ?? 0;
  // The widest ones give way until all of them have room.
  let inBroken = mayBreak.toSorted((a, b) => (widths.get(a) ?? 0) - (widths.get(b) ?? 0));
  for (const column of inBroken) {
    if ((widths.get(column) ?? 0) > left / inBroken.length) break;
    left -= widths.get(column) ?? 0;
    inBroken = inBroken.slice(1);
  }
  const cap = inBroken.length === 0 ? left : left / inBroken.length;
  const isPlaced =
    inBroken.length === 0
      ? left >= 0
      : isForced || inBroken.every((column) => cap >= minWidthOf(table, column, way));
  return isPlaced ? { columns, broken: inBroken, share: cap / rooms[way.room] } : null;
}

/** As many columns side by side as fit, and the names of the rows before each lot. */
function cutColumns(table: PrintedTable, way: Fit): Lot[] {
  const lots: number[][] = [[0]];
  for (let column = 1; column < table.columns.length; column++) {
    const lot = lots.at(-1) ?? [];
    if (lot.length > 1 && !placeColumns(table, [...lot, column], way)) lots.push([0, column]);
    else lot.push(column);
  }
  return lots.flatMap(
    (columns) => placeColumns(table, columns, way) ?? placeColumns(table, columns, way, true) ?? [],
  );
}

function isLongerThanPage(
  table: PrintedTable,
  { room, size }: Fit,
  { columns, broken: texts, share }: Lot,
): boolean {
  const lines = (text: string, em: number, width: number) => Math.ceil((1.15 * emsOf(text) * em) / width);
  const heightOf = (cells: readonly string[]) =>
    size.leading *
    Math.max(
      1,
      ...columns.map((column) =>
        texts.includes(column) ? lines(cells[column] ?? "", size.em, share * rooms[room]) : 1,
      ),
    );
  const heads = Math.max(...columns.map((column) => breakHead(table, column).length)) * size.leading;
  const caption = 12 * (lines(table.caption, 10, rooms[room]) + 3);
  const notes = table.notes.reduce((sum, note) => sum + 9.5 * lines(note, 8.5, rooms[room]) + 3, 0);
  const rows = table.groups.reduce(
    (sum, group) => sum + 6 + group.reduce((height, { cells }) => height + heightOf(cells), 0),
    0,
  );
  return caption + heads + rows + notes > pageHeight;
}

function writeLot(table: PrintedTable, way: Fit, lot: Lot, { at, of }: { at: number; of: number }): string {
  const { columns } = lot;
  const isLong = isLongerThanPage(table, way, lot);
  const isBroken = (column: number) => lot.broken.includes(column);
  const specOf = (column: number): string => {
    if (!isBroken(column)) return isText(table, column) ? "l" : "r";
    const inLines = isLong ? `p{${(Math.floor(1000 * lot.share) / 1000).toFixed(3)}\\linewidth}` : "X";
    return `>{\\ragged${isText(table, column) ? "right" : "left"}\\arraybackslash}${inLines}`;
  };
  const line = (cells: readonly string[]) => `    ${cells.join(" & ")} \\\\`;
  const caption =
    of === 1 ? table.caption : t("latex.part", { caption: table.caption, part: at + 1, parts: of });
  const named = [`\\caption{${escapeLatex(caption)}}`, ...(at > 0 ? [] : [`\\label{tab:${table.name}}`])];
  const heads = line(
    columns.map((column) =>
      isBroken(column) ? breakLatex(table.columns[column]?.label ?? "") : writeHead(table, column),
    ),
  );
  const rows = table.groups.map((group) =>
    group.map(({ cells }) =>
      line(
        columns.map((column) =>
          isBroken(column) ? breakLatex(cells[column] ?? "") : escapeCell(cells[column] ?? ""),
        ),
      ),
    ),
  );
  const parts = {
    spec: `{@{}${columns.map(specOf).join("")}@{}}`,
    // The parts of one table have one number.
    number: at > 0 ? ["  \\addtocounter{table}{-1}"] : [],
    setting: [
      `  ${way.size.command}`,
      `  \\setlength{\\tabcolsep}{${((way.size.gap * way.size.em) / 2).toFixed(2)}pt}`,
    ],
    named,
    heads,
    rows: rows.flatMap((group, i) => [...(i > 0 ? ["    \\midrule"] : []), ...group]),
    notes: at === of - 1 ? writeNotes(table.notes) : [],
  };
  return (isLong ? writeLong(parts, columns.length) : writeFloat(parts, way, lot.broken.length > 0)).join(
    "\n",
  );
}

/** On one line at its foot. */
function writeHead(table: PrintedTable, column: number): string {
  const [first = "", ...others] = breakHead(table, column).map(escapeCell);
  if (others.length === 0) return first;
  const side = isText(table, column) ? "l" : "r";
  return `\\begin{tabular}[b]{@{}${side}@{}}${[first, ...others].join("\\\\")}\\end{tabular}`;
}

type Parts = {
  spec: string;
  number: readonly string[];
  setting: readonly string[];
  named: readonly string[];
  heads: string;
  rows: readonly string[];
  notes: readonly string[];
};

function writeFloat(parts: Parts, { room }: Fit, isBroken: boolean): string[] {
  const float = room === "page" ? "table*" : "table";
  const tabular = isBroken ? "tabularx" : "tabular";
  return [
    `\\begin{${float}}`,
    "  \\centering",
    ...parts.number,
    ...parts.named.map((command) => `  ${command}`),
    // Between a caption and what stands below it an article leaves no room.
    "  \\vspace{4pt}",
    ...parts.setting,
    `  \\begin{${tabular}}${isBroken ? "{\\linewidth}" : ""}${parts.spec}`,
    "    \\toprule",
    parts.heads,
    "    \\midrule",
    ...parts.rows,
    "    \\bottomrule",
    `  \\end{${tabular}}`,
    ...parts.notes,
    `\\end{${float}}`,
  ];
}

/** longtable sets pages of one column alone: an article in two goes back to two after it. */
const writeLong = (parts: Parts, columns: number): string[] => [
  "\\begingroup",
  "  \\ifdim\\columnwidth<\\textwidth\\onecolumn\\let\\aftertable\\twocolumn\\else\\let\\aftertable\\empty\\fi",
  ...parts.number,
  ...parts.setting,
  "  \\setlength{\\LTcapwidth}{\\linewidth}",
  `  \\begin{longtable}${parts.spec}`,
  `    ${parts.named.join("")}\\\\`,
  "    \\toprule",
  parts.heads,
  "    \\midrule\\endfirsthead",
  `    \\multicolumn{${columns}}{@{}l}{${escapeCell(t("latex.continued"))}}\\\\`,
  "    \\toprule",
  parts.heads,
  "    \\midrule\\endhead",
  "    \\bottomrule\\endfoot",
  ...parts.rows,
  "  \\end{longtable}",
  ...parts.notes,
  "  \\expandafter\\endgroup\\aftertable",
];

const writeNotes = (notes: readonly string[]): string[] =>
  notes.length === 0
    ? []
    : [
        "  \\par\\smallskip",
        "  \\noindent\\parbox{\\linewidth}{\\footnotesize\\raggedright",
        ...notes.map((note) => `    ${escapeLatex(note)}\\par`),
        "  }\\par",
      ];

type Run = { model: string; method: string; version: string };

/** What a table calls each run, and what its notes say of them all. */
export type ShortNames = {
  readonly names: ReadonlyMap<string, { readonly short: string; readonly note: string | null }>;
  readonly method: string | null;
};

/** A version that is longer, as the hash of a model's weights is, stands below the table. */
const maxVersion = 12;

/** Without the method where all have the same, and with a long version in a note. */
export function shortenRuns(runs: readonly Run[]): ShortNames {
  const methods = new Set(runs.map(({ method }) => method));
  const method = runs.length > 1 && methods.size === 1 ? ([...methods][0] ?? null) : null;
  const names = runs.map((run) => {
    const isLong = run.version.length > maxVersion;
    const short = formatRunName({
      model: run.model,
      method: method === null ? run.method : "",
      version: isLong ? "" : run.version,
    });
    return [formatRunName(run), { short, note: isLong ? run.version : null }] as const;
  });
  return { names: new Map(names), method: method || null };
}

/** The letter that leads from a row to its note. */
export const markOf = (at: number): string =>
  (at >= 26 ? String.fromCharCode(96 + Math.floor(at / 26)) : "") + String.fromCharCode(97 + (at % 26));

export function shortenNames(table: PrintedTable, { names, method }: ShortNames): PrintedTable {
  // The longest first: one model's name may begin another's.
  const all = [...names].sort(([a], [b]) => b.length - a.length);
  const marks = new Map<string, string>();
  let isNamed = false;
  const shorten = (cell: string): string => {
    const [full, name] = all.find(([one]) => cell === one || cell.startsWith(`${one} (`)) ?? [];
    if (full === undefined || !name) return cell;
    isNamed = true;
    if (name.note !== null && !marks.has(name.note)) marks.set(name.note, markOf(marks.size));
    const mark = name.note === null ? "" : `${noteMark}${marks.get(name.note)}`;
    return `${name.short}${mark}${cell.slice(full.length)}`;
  };
  const groups = table.groups.map((group) =>
    group.map((row) => ({
      ...row,
      cells: row.cells.map((cell, i) => (table.columns[i]?.numeric ? cell : shorten(cell))),
    })),
  );
  const told = [
    ...(isNamed && method !== null ? [t("latex.method", { method })] : []),
    ...(marks.size > 0 ? [formatVersions([...marks])] : []),
  ];
  return { ...table, groups, notes: [...table.notes, ...(told.length > 0 ? [told.join(" ")] : [])] };
}

/** So much of a hash tells it from others; more where it doesn't. */
const maxLengths = [20, 32, 64] as const;

function formatVersions(marks: readonly (readonly [version: string, mark: string])[]): string {
  const most =
    maxLengths.find((length) => new Set(marks.map(([one]) => one.slice(0, length))).size === marks.length) ??
    Infinity;
  const list = marks.map(([version, mark]) =>
    t("latex.version", { mark, version: version.length > most ? `${version.slice(0, most)}…` : version }),
  );
  const isWhole = marks.every(([version]) => version.length <= most);
  return t("latex.versions", { list: list.join("; "), whole: isWhole ? "yes" : "no" });
}
