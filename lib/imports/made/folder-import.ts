import "server-only";
import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { CaseFile } from "#lib/benchmarks/case-files/case-row.ts";
import { runCaseImport } from "#lib/benchmarks/mutations.ts";
import { checkFolder } from "#lib/benchmark-folders/check/check-folder.ts";
import { isFolderArchive, unpackFolder } from "#lib/benchmark-folders/check/unpack.ts";
import { folderFiles, type FolderDescription } from "#lib/benchmark-folders/schema.ts";
import { makePrivate } from "#lib/files/private-folder.ts";
import type { ImportControl } from "#lib/imports/progress.ts";
import type { FolderReport } from "#lib/imports/made/schema.ts";
import type { CaseReport, ImportProblem } from "#lib/imports/schema.ts";
import { carryPredictions } from "#lib/model-runs/carry-predictions.ts";
import { tokenizerName } from "#lib/task-kinds/token-count.ts";
import { newUploadId, pathOfUpload, uploadFolder } from "#lib/uploads/files.ts";

type Request = {
  benchmark: { id: number; slug: string };
  mode: "check" | "store";
  skipBad: boolean;
  files: readonly CaseFile[];
};
type Outcome = {
  report: Omit<CaseReport, "problems" | "problemsFile">;
  problems: readonly ImportProblem[];
};

/**
 * Files of cases; and of exported benchmarks, folders or archives, the cases in them, once everything that is in them was
 * held against its checksums. What was unpacked is gone afterwards.
 */
export async function importWithFolders(
  viewer: Viewer<"admin">,
  request: Request,
  control: ImportControl,
): Promise<Outcome> {
  const unpacked: string[] = [];
  try {
    const files: CaseFile[] = [];
    const folders: FolderReport[] = [];
    const problems: ImportProblem[] = [];
    for (const file of request.files) {
      const opened = await openFolder(file, unpacked, control.signal);
      if (opened === null) {
        files.push(file);
        continue;
      }
      if (opened.problem) {
        problems.push(opened.problem);
        continue;
      }
      const { description, problems: wrong, answers } = await checkFolder(opened.folder, control.signal);
      problems.push(...wrong.map((one) => ({ ...one, file: placeIn(file.name, one.file) })));
      if (!description) continue;
      files.push(casesOf(file, opened.folder, description));
      const { name, digest, stated, studies } = description;
      folders.push({
        file: file.name,
        name,
        release: stated.release,
        digest,
        answers,
        studies: studies.length,
      });
    }
    if (problems.length > 0) return refuse(request.benchmark.slug, problems);
    const { report, problems: found } = await runCaseImport(
      viewer,
      { ...request, files },
      carryPredictions,
      control,
    );
    return { report: folders.length > 0 ? { ...report, folders } : report, problems: found };
  } finally {
    for (const folder of unpacked) await rm(folder, { recursive: true, force: true });
  }
}

const placeIn = (folder: string, file: string): string => (file === folder ? file : `${folder}/${file}`);

type Opened = { folder: string; problem: null } | { folder: null; problem: ImportProblem };

/** Null for any other file. */
async function openFolder(
  { path: place, name }: CaseFile,
  unpacked: string[],
  signal: AbortSignal,
): Promise<Opened | null> {
  if ((await stat(place)).isDirectory()) return { folder: place, problem: null };
  if (!(await isFolderArchive(place))) return null;
  await makePrivate(uploadFolder());
  const into = pathOfUpload(newUploadId());
  unpacked.push(into);
  await mkdir(into, { mode: 0o700 });
  const problem = await unpackFolder(place, { name, into, signal });
  return problem ? { folder: null, problem } : { folder: into, problem: null };
}

/** What its lines don't say of their tracks, the folder does. */
const casesOf = (file: CaseFile, folder: string, { tracks }: FolderDescription): CaseFile => ({
  ...file,
  path: path.join(folder, folderFiles.cases.jsonl),
  name: placeIn(file.name, folderFiles.cases.jsonl),
  tracks: new Map(tracks.map(({ name, ...told }) => [name, told])),
});

const refuse = (benchmark: string, problems: readonly ImportProblem[]): Outcome => ({
  report: {
    ...{ benchmark, tracks: {}, tokenizer: tokenizerName, carried: 0, stored: false },
    problemCount: problems.length,
  },
  problems,
});
