import type { Command } from "commander";
import type { ListedTrack } from "#lib/benchmarks/queries.ts";
import { listCategories, type CategoryDeclaration } from "#lib/benchmarks/schema.ts";
import type { CaseReport } from "#lib/benchmarks/case-files/case-report.ts";
import { type ImportProblem, problemLines } from "#lib/files/file-problems.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { findBenchmark, requireBenchmark, runImport, outcomeLine } from "#scripts/cli/import-job.ts";
import {
  addInterviewOptions,
  findInterviews,
  type InterviewOptions,
} from "#scripts/cli/interviews/interview-folders.ts";
import {
  addFolderOptions,
  exportFolder,
  wantsFolder,
  type FolderOptions,
} from "#scripts/cli/folder/export-folder.ts";
import { addEmbedCommand } from "#scripts/cli/pool/embed.ts";
import { addLineageCommand } from "#scripts/cli/pool/lineage.ts";
import { addPoolCommand, poolLines } from "#scripts/cli/pool/pool.ts";
import { printFile, Refusal, report } from "#scripts/cli/outcome.ts";
import { collectPairs, findDocuments, findFile, findFolder, readPairs } from "#scripts/cli/track-files.ts";

type ImportOptions = {
  track: string[];
  cases: string[];
  folder: string[];
  documents: string[];
  language: string[];
  skipBad?: boolean;
  check?: boolean;
  json?: boolean;
} & InterviewOptions;

export function addBenchmarkCommands(program: Command): void {
  const command = program.command("benchmark").description("benchmarks and their cases");
  addInterviewOptions(command.command("import"))
    .description("check case files and import them, all or nothing; creates the benchmark if there is none")
    .argument("<name>", "name or address of the benchmark")
    .option(
      "--track <Track=FILE>",
      "a file with the cases of one track, CSV or JSON Lines; may be repeated",
      collectPairs,
      [],
    )
    .option(
      "--cases <FILE>",
      "a JSON Lines file whose cases name their tracks; may be repeated",
      collectPairs,
      [],
    )
    .option(
      "--folder <PATH>",
      "an exported benchmark, a folder or its ZIP, verified first; may be repeated",
      collectPairs,
      [],
    )
    .option(
      "--documents <Track=PATH>",
      "transcripts to be reviewed, a case a file: WebVTT, SubRip, or text whose turns begin with “Name:”; RoleThink’s results.json; InterviewSim’s prepared_input.json; or a folder of such; may be repeated",
      collectPairs,
      [],
    )
    .option(
      "--language <Track=tag>",
      "language of a track, such as zh; guessed if left out",
      collectPairs,
      [],
    )
    .option("--skip-bad", "import the good rows and list the others")
    .option("--check", "check only, store nothing")
    .option("--json", "print one JSON object")
    .action(importCases);
  addPoolCommand(command, importFound);
  addEmbedCommand(command);
  addLineageCommand(command);
  command
    .command("list")
    .description("list the benchmarks with their tracks")
    .option("--json", "print one JSON array")
    .action(list);
  addFolderOptions(command.command("export"))
    .description(
      "write the cases as JSON Lines to standard output; or, with --out, a folder with the answers of closed studies and a card",
    )
    .argument("<name>", "name or address of the benchmark")
    .action((name: string, options: FolderOptions) =>
      wantsFolder(options) ? exportFolder(name, options) : exportCases(name),
    );
}

/** The files of an import, and what is said of them. */
function findFiles(options: ImportOptions) {
  const folders = findInterviews(options);
  if (folders) {
    if (options.track.length + options.cases.length + options.folder.length + options.documents.length > 0)
      throw new Refusal("--interviews stands alone: import other files by themselves");
    return folders;
  }
  const languages = new Map(readPairs("--language", options.language));
  const files = [
    ...readPairs("--track", options.track).map(([track, file]) => ({ ...findFile(file), track })),
    ...options.cases.map((file) => ({ ...findFile(file), track: null })),
    ...options.folder.map((place) => ({ ...findFolder(place), track: null })),
    ...readPairs("--documents", options.documents).flatMap(([track, place]) =>
      findDocuments(place).map((file) => ({ ...file, track })),
    ),
  ].map((file) => ({ ...file, language: languages.get(file.track ?? "") ?? null }));
  if (files.length === 0) throw new Refusal("name at least one file: --track Literary=Literary.csv");
  const unused = [...languages.keys()].filter((track) => !files.some((file) => file.track === track));
  if (unused.length > 0)
    throw new Refusal(
      `--language ${unused.join(", ")}: there is no --track of that name; the tracks of --cases have the language of their texts`,
    );
  return { files };
}

async function importCases(name: string, options: ImportOptions): Promise<void> {
  await importFound(name, findFiles(options), options);
}

type FoundFiles = { files: readonly object[]; interviews?: object; pool?: object };

/** Imports what was found, into the benchmark of that name. */
async function importFound(
  name: string,
  found: FoundFiles,
  options: Pick<ImportOptions, "check" | "skipBad" | "json">,
): Promise<void> {
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { benchmarkInput } = await import("#lib/benchmarks/schema.ts");
    const { discardForsaken, findOrCreateBenchmark } = await import("#lib/benchmarks/mutations.ts");
    const { caseImportPayload } = await import("#lib/imports/schema.ts");
    const { importCaseFiles } = await import("#lib/imports/run.ts");
    const input = benchmarkInput.safeParse({ name });
    if (!input.success) throw new Refusal("a benchmark’s name has 1 to 120 characters");
    const described = caseImportPayload.pick({ files: true, interviews: true, pool: true }).safeParse(found);
    if (!described.success)
      throw new Refusal(
        ...described.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
      );
    await discardForsaken(operator());
    const there = await findBenchmark(input.data.name);
    const made = there ?? { ...(await findOrCreateBenchmark(operator(), input.data)), name: input.data.name };
    const mode = options.check ? "check" : "store";
    const payload = caseImportPayload.parse({
      benchmark: made,
      mode,
      skipBad: options.skipBad ?? false,
      ...found,
    });
    let stored = false;
    try {
      const { report: came, problems } = await runImport("import_cases", made, payload, (control) =>
        importCaseFiles(operator(), payload, control),
      );
      stored = came.stored;
      const { tracks, interviews, pool } = came;
      report(
        options.json,
        {
          benchmark: made.name,
          tracks,
          problems,
          stored,
          ...(interviews && { interviews }),
          ...(pool && { pool }),
        },
        linesOf(came, problems, mode),
      );
    } finally {
      if (!stored) await discardForsaken(operator());
    }
    if (!stored && mode === "store") process.exitCode = 1;
  });
}

type ReportToPrint = Omit<CaseReport, "problems" | "problemsFile">;

function linesOf(
  { tracks, stored, carried, interviews, pool }: ReportToPrint,
  problems: readonly ImportProblem[],
  mode: "check" | "store",
): string[] {
  const counts = Object.entries(tracks).map(
    ([track, found]) =>
      `${track}: ${found.cases} cases, ${found.added} added, ${found.changed} changed, ${found.unchanged} unchanged, ` +
      `${found.unparsed} unparsed, ${found.duplicates} duplicates, ${found.bad} with problems` +
      formatCategories(found.declared),
  );
  const changes = Object.values(tracks).some(({ added, changed }) => added + changed > 0);
  return [
    ...(pool ? poolLines(pool) : []),
    ...counts,
    ...(interviews?.runs ?? []).map(
      ({ model, method, version, track, rows }) =>
        `${[model, method, version].filter(Boolean).join(" · ")} on ${track}: ${rows} results`,
    ),
    ...problemLines(problems),
    ...(carried > 0 ? [`${carried} predictions carried over to new versions`] : []),
    outcomeLine(stored, changes, mode),
  ];
}

const formatTrack = ({ name, cases, ...declared }: ListedTrack): string =>
  `${name} ${cases}${formatCategories(declared)}`;

/** The categories that a track's cases share, where they do. */
const formatCategories = (declared?: CategoryDeclaration): string =>
  !declared || declared.categories === "own" ? "" : ` (${declared.categories}: ${listCategories(declared)})`;

async function list(options: { json?: boolean }): Promise<void> {
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { listBenchmarks } = await import("#lib/benchmarks/queries.ts");
    const found = await listBenchmarks(operator());
    const lines = found.map(
      ({ slug, name, tracks, runs }) =>
        `${slug}  ${name}  ${tracks.map(formatTrack).join(", ") || "no cases"}  ${runs} model runs`,
    );
    report(
      options.json,
      found,
      lines.length > 0 ? lines : ["no benchmarks yet: create one with `benchmark import`"],
    );
  });
}

async function exportCases(name: string): Promise<void> {
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { exportCaseLines } = await import("#lib/benchmarks/case-files/export-cases.ts");
    const { id } = await requireBenchmark(name);
    for await (const line of exportCaseLines(operator(), id)) printFile(line);
  });
}
