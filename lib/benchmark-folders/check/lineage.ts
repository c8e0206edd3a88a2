import { readFile } from "node:fs/promises";
import path from "node:path";
import { about, again } from "#lib/benchmark-folders/check/sums.ts";
import { folderFiles, type FolderDescription } from "#lib/benchmark-folders/schema.ts";
import { writtenLineage, type LinkDocument } from "#lib/benchmarks/lineage/schema.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { readPlacedJson } from "#lib/files/placed-json.ts";
import type { ImportProblem } from "#lib/files/import-problems.ts";
import type { Filter } from "#lib/studies/selectors/schema.ts";

/** Where the cases of a folder come from, and who filtered them on the way. */
export type FolderLineage = { links: LinkDocument[]; filters: Filter[] };
type LineageCheck = {
  /** Null where nothing is recorded of it. */
  lineage: FolderLineage | null;
  problems: readonly ImportProblem[];
};

/** Every stage is held against its digest: one that says more than this version knows is refused, and not cut. */
export async function checkLineage(
  folder: string,
  { lineage, filters = [] }: FolderDescription,
): Promise<LineageCheck> {
  if (lineage === null) return { lineage: filters.length > 0 ? { links: [], filters } : null, problems: [] };
  const name = folderFiles.lineage;
  const read = readPlacedJson(name, await readFile(path.join(folder, name)), writtenLineage);
  if (!read.ok) return { lineage: null, problems: read.problems };
  const { links } = read.file.value;
  const hasNul = JSON.stringify(links).includes("\\u0000");
  const changed = links.flatMap(({ stages, stagesSha256 }, i) =>
    hashOf(writeCanonical(stages)) === stagesSha256
      ? []
      : [
          read.file.blame(
            ["links", i],
            `These stages aren’t what they were written as, or of a version that this one doesn’t know. ${again}`,
          ),
        ],
  );
  const problems = hasNul ? [about(name, `A text in it has a character that can’t be stored. ${again}`)] : [];
  return { lineage: { links, filters }, problems: [...problems, ...changed] };
}
