import { noteMark } from "#lib/reports/tables/latex.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { formatRunName, t } from "#lib/reports/words.ts";

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
