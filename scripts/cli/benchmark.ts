import type { Command } from "commander";
import type { ListedTrack } from "#lib/benchmarks/queries.ts";
import { listCategories, type CategoryDeclaration } from "#lib/benchmarks/schema.ts";
import type { CaseReport } from "#lib/benchmarks/case-files/case-report.ts";
import { type ImportProblem, problemLines } from "#lib/files/file-problems.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { findBenchmark, requireBenchmark, runImport, outcomeLine } from "#scripts/cli/import-job.ts";
import {
  addFolderOptions,
  exportFolder,
  wantsFolder,
  type FolderOptions,
} from "#scripts/cli/folder/export-folder.ts";
import { addDescribeCommand } from "#scripts/cli/describe-benchmark.ts";
import { addEmbedCommand } from "#scripts/cli/pool/embed.ts";
import { printFile, Refusal, report, printLines } from "#scripts/cli/outcome.ts";
import {
  collectPairs,
  findDocuments,
  findFile,
  findFolder,
  readPairs,
  fromHere,
} from "#scripts/cli/files.ts";
import { globSync, statSync } from "node:fs";
import path from "node:path";
import { interviewFileOf, isRegistry } from "#lib/interviews/schema.ts";
import { poolSettings, type DropReason, type PoolReport } from "#lib/benchmarks/lineage/pool-schema.ts";
import type { FlowInput } from "#lib/figures/drawn/flow.ts";

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

export function addCommands(program: Command): void {
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
  addDescribeCommand(command);
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

async function importFound(
  name: string,
  found: { files: readonly object[]; interviews?: object; pool?: object },
  options: Pick<ImportOptions, "check" | "skipBad" | "json">,
): Promise<void> {
  await withProduct(async (viewer) => {
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
    await discardForsaken(viewer);
    const there = await findBenchmark(viewer, input.data.name);
    const made = there ?? { ...(await findOrCreateBenchmark(viewer, input.data)), name: input.data.name };
    const mode = options.check ? "check" : "store";
    const payload = caseImportPayload.parse({
      benchmark: made,
      mode,
      skipBad: options.skipBad ?? false,
      ...found,
    });
    let stored = false;
    try {
      const { report: came, problems } = await runImport(viewer, "import_cases", made, payload, (control) =>
        importCaseFiles(viewer, payload, control),
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
      if (!stored) await discardForsaken(viewer);
    }
    if (!stored && mode === "store") process.exitCode = 1;
  });
}

function linesOf(
  { tracks, stored, carried, interviews, pool }: Omit<CaseReport, "problems" | "problemsFile">,
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
  await withProduct(async (viewer) => {
    const { listBenchmarks } = await import("#lib/benchmarks/queries.ts");
    const found = await listBenchmarks(viewer);
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
  await withProduct(async (viewer) => {
    const { exportCaseLines } = await import("#lib/benchmarks/case-files/export-cases.ts");
    const { id } = await requireBenchmark(viewer, name);
    for await (const line of exportCaseLines(viewer, id)) printFile(line);
  });
}

type InterviewOptions = {
  interviews: string[];
  model?: string;
  judge?: string;
  judgeVersion?: string;
  profile: string;
  pairs: string;
};

/** How folders of interviews are named, and what none of their files says. */
const addInterviewOptions = (command: Command): Command =>
  command
    .option(
      "--interviews <Method=FOLDER>",
      "folders of people in the layout of InterviewSim, with the method that made their answers; may be repeated",
      collectPairs,
      [],
    )
    .option("--model <name>", "with --interviews: the model that wrote the answers")
    .option("--judge <name>", "with --interviews: the model that gave the scores")
    .option("--judge-version <version>", "with --interviews: its version")
    .option("--profile <none|short|long>", "with --interviews: the profile shown before questions", "none")
    .option("--pairs <n>", "with --interviews: how many earlier answers are shown before questions", "0");

/** What an import is asked to do with them; null where none were named. */
function findInterviews(options: InterviewOptions) {
  const { interviews, model = "", judge = "", judgeVersion = "", profile, pairs } = options;
  if (interviews.length === 0) return null;
  const files = readPairs("--interviews", interviews).flatMap(([method, folder]) => {
    const root = fromHere(folder);
    if (!statSync(root, { throwIfNoEntry: false })?.isDirectory())
      throw new Refusal(`there is no folder ${folder}`);
    const found = globSync("**/*.json", { cwd: root }).filter(
      (name) => interviewFileOf(name) ?? isRegistry(name),
    );
    if (found.length === 0)
      throw new Refusal(
        `${folder} holds no person’s folder: none of its files is called prepared_input.json`,
      );
    return found.toSorted().map((name) => ({
      ...findFile(path.join(root, name)),
      name: path.join(path.basename(root), name),
      track: null,
      language: null,
      method: interviewFileOf(name) === "generated_responses" ? method : null,
    }));
  });
  return { files, interviews: { model, judge, judgeVersion, profile, pairs } };
}

type CurateOptions = {
  pool: string[];
  vectors: string[];
  track: string;
  language: string;
  fewestTokens: string;
  before: string;
  way: string;
  among: string;
  distractors: string;
  samePerson: string;
  firstSpeaker: string;
  seed: string;
  check?: boolean;
  json?: boolean;
};
type Import = (
  name: string,
  found: { files: readonly object[]; pool: object },
  options: CurateOptions,
) => Promise<void>;

function addPoolCommand(benchmarks: Command, importFound: Import): void {
  benchmarks
    .command("curate")
    .description(
      "make a benchmark’s cases of a pool of exchanges: by length, with distractors that are hard to tell apart",
    )
    .argument("<name>", "name of a benchmark without cases; made if there is none")
    .requiredOption(
      "--pool <FILE>",
      "a book of CoSER (.json), or exchanges in JSON Lines; may be repeated",
      collectPairs,
      [],
    )
    .option(
      "--vectors <model=FILE>",
      "vectors of everybody in the pool by an embedding model, JSON Lines of id (“work/name”) and vector; may be repeated",
      collectPairs,
      [],
    )
    .requiredOption("--track <name>", "the track that the cases stand in")
    .option("--language <tag>", "what they are written in", "en")
    .option("--fewest-tokens <n>", "an exchange whose last turn has fewer goes out", "25")
    .option("--before <n>", "of books: turns before the one before", "0")
    .option(
      "--way <each|first|work|random>",
      "distractors: the nearest by each model, by one, everybody of the work, or by lot",
      "each",
    )
    .option("--among <all|work>", "whose roles may be distractors: those of all works, or of the same", "all")
    .option("--distractors <n>", "how many", "3")
    .option(
      "--same-person <keep|replace>",
      "a distractor that may be somebody there under another name",
      "replace",
    )
    .option("--first-speaker <keep|replace>", "a distractor who spoke before", "replace")
    .option("--seed <n>", "of lots and of the order of options", "1")
    .option("--check", "check only, store nothing")
    .option("--json", "print one JSON object")
    .action((name: string, options: CurateOptions) => importFound(name, findPool(options), options));
}

function findPool(options: CurateOptions) {
  const { pool, vectors, samePerson, firstSpeaker, ...said } = options;
  const odd = { same_person: samePerson, first_speaker: firstSpeaker };
  const settings = poolSettings.safeParse({ ...said, odd });
  if (!settings.success)
    throw new Refusal(...settings.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
  const plain = { track: null, language: null };
  return {
    files: [
      ...pool.map((file) => ({ ...findFile(file), ...plain })),
      ...readPairs("--vectors", vectors).map(([vectorsOf, file]) => ({
        ...findFile(file),
        ...plain,
        vectorsOf,
      })),
    ],
    pool: settings.data,
  };
}

const reasonsInWords: Readonly<Record<DropReason, string>> = {
  no_profile: "by somebody without a profile",
  too_short: "too short",
  too_few_roles: "without enough other roles",
};

function poolLines({ works, roles, stages, odd, replaced }: PoolReport): string[] {
  return [
    `${works} works, ${roles} roles with a profile`,
    ...stages.map(({ stage, into, out, reasons }) => {
      const gone = Object.entries(reasons).map(
        ([reason, count]) => `${count} ${reasonsInWords[reason as DropReason]}`,
      );
      return `${stage}: ${out} of ${into} stay${gone.length > 0 ? `; ${gone.join(", ")}` : ""}`;
    }),
    `${odd.same_person} cases with what may be a second name of one person, ${odd.first_speaker} with who spoke before; in ${replaced} somebody was replaced`,
  ];
}

function addLineageCommand(benchmarks: Command): void {
  benchmarks
    .command("lineage")
    .description("say where a benchmark’s cases come from: what each stage took, left and dropped")
    .argument("<name>", "name or address of the benchmark")
    .option("--json", "print the file of the lineage, with settings, models and digests")
    .option("--csv", "print the counts of the funnel as a table")
    .action(showLineage);
}

async function showLineage(name: string, { json, csv }: { json?: boolean; csv?: boolean }): Promise<void> {
  if (json && csv) throw new Refusal("--json and --csv are two files: ask for one");
  await withProduct(async (viewer) => {
    const { writeLineage } = await import("#lib/benchmarks/lineage/document.ts");
    const { getLineage } = await import("#lib/benchmarks/lineage/queries.ts");
    const { drawLineage, formatLineage } = await import("#lib/curation/funnel.ts");
    const { csvLine } = await import("#lib/files/csv/cell.ts");
    const { id, slug } = await requireBenchmark(viewer, name);
    const lineage = await getLineage(viewer, id);
    if (!lineage)
      throw new Refusal(
        `${slug} has no lineage: its cases were imported, neither made of a pool nor taken from another benchmark`,
      );
    const { content, hash } = writeLineage(lineage);
    const { figure, csv: rows } = drawLineage(lineage, "en");
    const lines = figure.kind === "flow" ? flowLines(figure.input) : [];
    if (json) printFile(content);
    else if (csv) printFile(rows.map(csvLine).join(""));
    else printLines([...lines, formatLineage(lineage, "en"), `SHA-256 of the lineage: ${hash}`]);
  });
}

/** The figure in words: a step a line, and below it what went out before the next. */
const flowLines = ({ steps }: FlowInput): string[] =>
  steps.flatMap(({ title, lines, leaving }) => [
    [title, ...lines].join(" · "),
    ...(leaving ? [`  ${leaving.title}`, ...leaving.lines.map((line) => `    ${line}`)] : []),
  ]);
