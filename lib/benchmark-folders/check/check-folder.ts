import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { checkAnswers } from "#lib/benchmark-folders/check/answers.ts";
import { checkCases } from "#lib/benchmark-folders/check/cases.ts";
import { checkCroissant, checkTables } from "#lib/benchmark-folders/check/croissant.ts";
import { checkLineage, type FolderLineage } from "#lib/benchmark-folders/check/lineage.ts";
import { about, again, checkSums, type Sums } from "#lib/benchmark-folders/check/sums.ts";
import { unpackFolder } from "#lib/benchmark-folders/check/unpack.ts";
import {
  folderDescription,
  folderFiles,
  folderFormat,
  type FolderDescription,
} from "#lib/benchmark-folders/schema.ts";
import { readPlacedJson } from "#lib/files/placed-json.ts";
import { Problems, type ImportProblem } from "#lib/files/import-problems.ts";

export type CheckedFolder = {
  /** Null where something stands against it. */
  description: FolderDescription | null;
  problems: readonly ImportProblem[];
  answers: number;
  /** Absent where nothing is recorded of it, and where something stands against the folder. */
  lineage?: FolderLineage;
};

/**
 * Whether a folder is what was exported: every file by its checksum; and, where these hold, whether what is in the files
 * holds together, for checksums can be written anew.
 */
export async function checkFolder(folder: string, signal?: AbortSignal): Promise<CheckedFolder> {
  const sums = await checkSums(folder, signal);
  if (sums.problems.length > 0) return { description: null, problems: sums.problems, answers: 0 };
  const read = await readDescription(folder);
  if (!read.ok) return { description: null, problems: read.problems, answers: 0 };
  const description = read.file.value;
  const problems = new Problems();
  const cases = await checkCases(folder, description, problems, signal);
  const hasAnswers = sums.files.has(folderFiles.answers.jsonl);
  const answers = hasAnswers ? await checkAnswers(folder, description, cases, problems, signal) : 0;
  const tables = new Map<string, number>([
    [folderFiles.cases.parquet, cases.digests.size],
    ...(hasAnswers ? [[folderFiles.answers.parquet, answers] as const] : []),
  ]);
  const parts = checkParts(description, sums, hasAnswers);
  const lineage = parts.length === 0 ? await checkLineage(folder, description) : null;
  const more = [
    ...parts,
    ...(lineage?.problems ?? []),
    ...(await checkTables(folder, tables)),
    ...(await checkCroissant(folder, sums.files)),
  ];
  const all = [...problems.all, ...more];
  if (all.length > 0) return { description: null, problems: all, answers };
  return { description, problems: all, answers, ...(lineage?.lineage && { lineage: lineage.lineage }) };
}

async function readDescription(folder: string) {
  const name = folderFiles.description;
  const bytes = await readFile(path.join(folder, name));
  const format = /"format"\s*:\s*"(benchside-benchmark\/\d+)"/.exec(bytes.toString("utf8"))?.[1];
  if (format !== undefined && format !== folderFormat)
    return {
      ok: false as const,
      problems: [
        about(name, "This folder is of another format: take a version of Benchside that knows it.", format),
      ],
    };
  return readPlacedJson(name, bytes, folderDescription);
}

/** Files that are there where the description tells of them, and only there. */
function checkParts(
  { lineage, studies }: FolderDescription,
  { files }: Sums,
  hasAnswers: boolean,
): ImportProblem[] {
  const same = (files.get(folderFiles.lineage)?.sha256 ?? null) === lineage;
  return [
    ...(same
      ? []
      : [
          about(
            folderFiles.lineage,
            `This isn’t the file that ${folderFiles.description} tells of. ${again}`,
          ),
        ]),
    ...(hasAnswers === studies.length > 0
      ? []
      : [
          about(
            folderFiles.answers.jsonl,
            `${folderFiles.description} tells of ${studies.length} studies. Their answers and this file go together. ${again}`,
          ),
        ]),
  ];
}

/** The folder at a place, or that an archive at that place holds; what was unpacked for it is gone afterwards. */
export async function withFolder<T>(
  place: { path: string; name: string; beside: string },
  use: (folder: string) => Promise<T>,
  refuse: (problem: ImportProblem) => T,
  signal?: AbortSignal,
): Promise<T> {
  if ((await stat(place.path)).isDirectory()) return use(place.path);
  const into = await mkdtemp(path.join(place.beside, "folder-"));
  try {
    const problem = await unpackFolder(place.path, { name: place.name, into, ...(signal && { signal }) });
    return problem ? refuse(problem) : await use(into);
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}
