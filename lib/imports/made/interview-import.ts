import "server-only";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import { nameClusters, runCaseImport, type StoreAlongside } from "#lib/benchmarks/mutations.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { withScratch } from "#lib/files/scratch.ts";
import type { ImportControl } from "#lib/files/import-progress.ts";
import type { InterviewsReport } from "#lib/benchmarks/case-files/case-report.ts";
import type { InterviewImportSettings } from "#lib/imports/schema.ts";
import { aboutFile, type ImportProblem } from "#lib/files/file-problems.ts";
import { checkJoins } from "#lib/interviews/joins.ts";
import { type FileLine, makeCaseLines, makeJudgedLines, type Settings } from "#lib/interviews/lines.ts";
import { readPeople, type InterviewInput, type Person } from "#lib/interviews/people.ts";
import { carryPredictions, countOthers } from "#lib/model-runs/stored-runs.ts";
import { importResults } from "#lib/model-runs/import-results.ts";
import { type CaseImport, type CaseOutcome, refuseCases } from "#lib/benchmarks/case-files/import-cases.ts";

type Admin = Viewer<"admin">;
type Request = Omit<CaseImport, "skipBad" | "files"> & { files: readonly InterviewInput[] };

/** The transaction is undone by it: what was said of the runs, or would be lost of them, is in the way. */
class Refused extends Error {
  readonly problems: readonly ImportProblem[];
  constructor(problems: readonly ImportProblem[]) {
    super("the runs of an import of interviews were refused");
    this.problems = problems;
  }
}

/** Makes cases and runs of folders of interviews, and stores both, or checks whether it would. */
export async function importInterviews(
  viewer: Admin,
  { benchmark, mode, files }: Request,
  told: InterviewImportSettings,
  control: ImportControl,
): Promise<CaseOutcome> {
  const { people, problems: read } = await readPeople(files);
  const interviews = summarize(people);
  const refuse = (problems: readonly ImportProblem[]): CaseOutcome => {
    const { report } = refuseCases(benchmark.slug, problems);
    return { report: { ...report, interviews }, problems };
  };
  const wrong = [...read, ...people.flatMap(checkJoins), ...listUntold(people, told)];
  if (wrong.length > 0) return refuse(wrong);
  if (people.length === 0)
    return refuse([
      aboutFile(
        files[0]?.name ?? "",
        "No person’s folder is among these files. Choose the folder that holds them.",
      ),
    ]);
  const telling: Settings = { ...told, model: told.model ?? "", judge: told.judge ?? "" };
  const cases = people.flatMap((person) => makeCaseLines(person, telling));
  const judged = people.flatMap((person) => makeJudgedLines(person, telling));
  const runs = countRuns(judged);
  return withScratch(async (folder) => {
    const caseFile = await write(path.join(folder, "cases.jsonl"), cases);
    const judgedFile = await write(path.join(folder, "judged.jsonl"), judged);
    const request = { benchmark, mode, skipBad: false, files: [caseFile] };
    const along: StoreAlongside = async (client, stored) => {
      await refuseLoss(client, benchmark.id, judged);
      // Each folder is a person.
      if (stored) await nameClusters(viewer, client, benchmark.id, "person");
      if (stored && judged.length > 0) await storeRuns(client, viewer, benchmark, judgedFile, control);
    };
    try {
      const { report, problems } = await runCaseImport(viewer, request, carryPredictions, control, along);
      return {
        report: { ...report, interviews: { ...interviews, runs } },
        problems: backToFiles(problems, cases),
      };
    } catch (error) {
      if (error instanceof Refused) return refuse(backToFiles(error.problems, judged));
      throw error;
    }
  });
}

type CaseFile = { path: string; name: string; track: null; language: null };

/** Lines of the product's own format, for the readers that every import goes through. */
async function write(file: string, lines: readonly FileLine[]): Promise<CaseFile> {
  await writeFile(file, lines.map(({ line }) => `${JSON.stringify(line)}\n`).join(""));
  return { path: file, name: "", track: null, language: null };
}

/** A problem of a line that was made is one of the file that it was made of. */
const backToFiles = (problems: readonly ImportProblem[], lines: readonly FileLine[]): ImportProblem[] =>
  problems.map((problem) => {
    const made = problem.file === "" && problem.line !== null ? lines[problem.line - 1] : undefined;
    return made ? { ...problem, file: made.file, line: made.at } : problem;
  });

async function storeRuns(
  client: BulkClient,
  viewer: Admin,
  benchmark: Request["benchmark"],
  { path }: CaseFile,
  { signal }: ImportControl,
): Promise<void> {
  const files = [{ path, name: "", track: null, model: null, method: "", version: "", ranAt: null }];
  // How far it is was told by the cases, which are most of it.
  const control = { signal, progress: () => undefined };
  const { problems } = await importResults(
    client,
    viewer,
    { benchmark, files, mode: "store", skipBad: false },
    control,
  );
  if (problems.length > 0) throw new Refused(problems);
}

type Runs = InterviewsReport["runs"];

function countRuns(judged: readonly FileLine[]): Runs {
  const all = Map.groupBy(judged, ({ line }) =>
    JSON.stringify([line.model, line.method, line.version ?? "", line.track]),
  );
  return [...all].map(([name, lines]) => {
    const [model, method, version, track] = JSON.parse(name) as [string, string, string, string];
    return { model, method, version, track, rows: lines.length };
  });
}

/** A run's results on a track are stored in place of those that are there. */
async function refuseLoss(
  client: BulkClient,
  benchmarkId: number,
  judged: readonly FileLine[],
): Promise<void> {
  const problems: ImportProblem[] = [];
  for (const run of countRuns(judged)) {
    const isOf = ({ line }: FileLine) =>
      line.model === run.model && line.method === run.method && line.track === run.track;
    const mine = judged.filter(isOf);
    const count = await countOthers(client, benchmarkId, run, {
      track: run.track,
      cases: mine.map(({ line }) => String(line.case)),
    });
    if (count > 0)
      problems.push(
        aboutFile(
          mine[0]?.file ?? "",
          `${run.model} (${run.method}) has ${count} more results on the track ${run.track}, which would be lost: a run’s results are stored whole. Import all folders and methods at once, or name another version.`,
          [run.model, run.method, run.version].filter(Boolean).join(" · "),
        ),
      );
  }
  if (problems.length > 0) throw new Refused(problems);
}

/** What the files need to be told, and wasn't. */
function listUntold(people: readonly Person[], { model, judge }: InterviewImportSettings): ImportProblem[] {
  const answers = people.flatMap((person) => person.answers);
  const [first] = answers;
  const judged = answers.find(({ metrics }) => {
    const { content_similarity: scores = [], personality_similarity: traits } = metrics?.value ?? {};
    return scores.length > 0 || traits != null;
  });
  const untold: ImportProblem[] = [];
  if (first && !model)
    untold.push(
      first.file.blame(
        [],
        "No model was named that wrote these answers, and the file names none. Say which one it was.",
      ),
    );
  if (judged?.metrics && !judge)
    untold.push(
      judged.metrics.blame(
        [],
        "No judge was named, and the file names none. Say which model gave these scores.",
      ),
    );
  return untold;
}

const summarize = (people: readonly Person[]): InterviewsReport => ({
  people: people.map(({ id, category, files, answers }) => ({
    id,
    category,
    training: files.split.value.train_qa_ids.length,
    held: files.split.value.test_qa_ids.length,
    threeOptions: files.mcqs_3_option?.value.mcqs.length ?? 0,
    fourOptions: files.mcqs_4_option?.value.mcqs.length ?? 0,
    methods: answers.map(({ method, file, metrics }) => ({
      method,
      answers: file.value.generated_responses.length,
      isJudged: metrics !== null,
    })),
  })),
  runs: [],
});
