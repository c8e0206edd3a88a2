import "server-only";
import { mkdtemp, stat } from "node:fs/promises";
import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { CaseFile } from "#lib/benchmarks/case-files/case-file.ts";
import { writeLineage } from "#lib/benchmarks/lineage/document.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { nameClusters, runCaseImport } from "#lib/benchmarks/mutations.ts";
import { checkFolder, type FolderLineage } from "#lib/benchmark-folders/check/check-folder.ts";
import { isFolderArchive, unpackFolder } from "#lib/benchmark-folders/check/unpack.ts";
import { folderFiles, type FolderDescription } from "#lib/benchmark-folders/schema.ts";
import type { ClusterUnit } from "#lib/benchmarks/schema.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { withScratch } from "#lib/files/scratch.ts";
import type { ImportControl } from "#lib/files/import-progress.ts";
import type { FolderReport } from "#lib/benchmarks/case-files/case-report.ts";
import type { ImportProblem } from "#lib/files/file-problems.ts";
import { carryPredictions, markFilters } from "#lib/model-runs/stored-runs.ts";
import { type CaseImport, type CaseOutcome, refuseCases } from "#lib/benchmarks/case-files/import-cases.ts";

/**
 * Files of cases; and of exported benchmarks, folders or archives, the cases in them, once everything that is in them was
 * held against its checksums. What was unpacked is gone afterwards.
 */
export async function importWithFolders(
  viewer: Viewer<"admin">,
  request: CaseImport,
  control: ImportControl,
): Promise<CaseOutcome> {
  const ownLineage = async () => {
    const own = await getLineage(viewer, request.benchmark.id);
    return own && writeLineage(own).hash;
  };
  return withScratch(async (scratch) => {
    const files: CaseFile[] = [];
    const folders: FolderReport[] = [];
    const lineages: FolderLineage[] = [];
    const units: ClusterUnit[] = [];
    const problems: ImportProblem[] = [];
    for (const file of request.files) {
      const opened = await openFolder(file, scratch, control.signal);
      if (opened === null) {
        files.push(file);
        continue;
      }
      if (opened.problem) {
        problems.push(opened.problem);
        continue;
      }
      const checked = await checkFolder(opened.folder, control.signal);
      const { description, problems: wrong, answers, lineage } = checked;
      problems.push(...wrong.map((one) => ({ ...one, file: placeIn(file.name, one.file) })));
      if (!description) continue;
      // What goes back to where it came from brings nothing new.
      if (lineage && (description.lineage === null || description.lineage !== (await ownLineage())))
        lineages.push(lineage);
      if (description.clusterUnit) units.push(description.clusterUnit);
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
    if (problems.length > 0) return refuseCases(request.benchmark.slug, problems);
    const { report, problems: found } = await runCaseImport(
      viewer,
      { ...request, files },
      carryPredictions,
      control,
      lineages.length + units.length === 0
        ? undefined
        : async (client, stored) => {
            if (!stored) return;
            if (units[0]) await nameClusters(viewer, client, request.benchmark.id, units[0]);
            if (lineages.length > 0) await storeLineages(client, request.benchmark.id, lineages);
          },
    );
    return { report: folders.length > 0 ? { ...report, folders } : report, problems: found };
  });
}

/** Once, however often the folder comes in, and with its marks on the runs that are there. */
async function storeLineages(
  client: BulkClient,
  benchmarkId: number,
  lineages: readonly FolderLineage[],
): Promise<void> {
  for (const lineage of lineages)
    await client.query(
      `INSERT INTO received_lineages (benchmark_id, digest, links, filters)
       VALUES ($1, decode($2, 'hex'), $3::jsonb, $4::jsonb) ON CONFLICT DO NOTHING`,
      [
        benchmarkId,
        hashOf(writeCanonical(lineage)),
        JSON.stringify(lineage.links),
        JSON.stringify(lineage.filters),
      ],
    );
  await markFilters(client, benchmarkId);
}

const placeIn = (folder: string, file: string): string => (file === folder ? file : `${folder}/${file}`);

type OpenedFolder = { folder: string; problem: null } | { folder: null; problem: ImportProblem };

/** Null for any other file. */
async function openFolder(
  { path: place, name }: CaseFile,
  scratch: string,
  signal: AbortSignal,
): Promise<OpenedFolder | null> {
  if ((await stat(place)).isDirectory()) return { folder: place, problem: null };
  if (!(await isFolderArchive(place))) return null;
  const into = await mkdtemp(path.join(scratch, "folder-"));
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
