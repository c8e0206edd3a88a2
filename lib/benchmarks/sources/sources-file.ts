import { openCsv } from "#lib/files/csv/scanner.ts";
import { csvLine } from "#lib/files/csv/cell.ts";
import {
  formatProblem,
  type ImportProblem,
  missingColumns,
  placeInRow,
  wholeFile,
} from "#lib/files/file-problems.ts";

/** Which work a case comes from; empty where nobody knows. */
export type CaseSource = { track: string; case: string; source: string };
export type PlacedSource = CaseSource & { line: number };

export const sourceColumns = ["track", "case", "source"] as const;
export const maxSource = 500;

export const writeSources = (sources: readonly CaseSource[]): string =>
  [sourceColumns, ...sources.map((one) => sourceColumns.map((column) => one[column]))].map(csvLine).join("");

type ReadSources = { sources: PlacedSource[]; problems: ImportProblem[] };

/** A small file, read at once; the track may be left out where there is one. */
export async function readSources(
  { path, name: file }: { path: string; name: string },
  tracks: readonly string[],
): Promise<ReadSources> {
  const csv = await openCsv(path);
  if (!csv.ok) return { sources: [], problems: [{ file, ...wholeFile(csv) }] };
  const { columns, rows } = csv.value;
  const [onlyTrack, ...others] = tracks;
  const isOfOne = onlyTrack !== undefined && others.length === 0;
  const missing = sourceColumns.filter(
    (column) => !columns.includes(column) && !(column === "track" && isOfOne),
  );
  if (missing.length > 0) return { sources: [], problems: [{ file, ...missingColumns(missing, columns) }] };
  const [sources, problems]: [PlacedSource[], ImportProblem[]] = [[], []];
  const lineOf = new Map<string, number>();
  for await (const batch of rows(sourceColumns))
    for (const row of batch) {
      const { line } = row;
      const wrong = (column: string, problem: string, found: string) =>
        problems.push({ file, line, column, problem, found });
      for (const one of row.problems)
        problems.push({
          file,
          ...placeInRow(line, { ...one, problem: formatProblem(one.problem, one.found) }),
        });
      if (row.problems.length > 0) continue;
      const textOf = (column: string) => row.bytes(column).toString("utf8").trim();
      const track = columns.includes("track") ? textOf("track") : (onlyTrack ?? "");
      const named = { line, track, case: textOf("case"), source: textOf("source") };
      const key = JSON.stringify([named.track, named.case]);
      const before = lineOf.get(key);
      lineOf.set(key, line);
      if (!tracks.includes(track))
        wrong("track", `no track is called that; there are ${tracks.join(", ")}`, track);
      if (named.source.length > maxSource)
        wrong("source", `a source can have at most ${maxSource} characters`, `${named.source.slice(0, 60)}…`);
      if (before !== undefined)
        wrong(
          "case",
          `second line for this case (the first: line ${before}): leave one of them out`,
          named.case,
        );
      sources.push(named);
    }
  return { sources, problems };
}
