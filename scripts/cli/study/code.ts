import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Option, type Command } from "commander";
import { codedTexts, countRepeated, writeCodedTexts } from "#lib/study-exports/coding/coded-texts.ts";
import { type GivenLabels, labelsInput, labelSetNames } from "#lib/task-kinds/label-set.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { findBenchmark, runImport } from "#scripts/cli/import-job.ts";
import { problemLines } from "#scripts/cli/import-lines.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { noStudy, requireStudy } from "#scripts/cli/study/require.ts";
import { findFile } from "#scripts/cli/track-files.ts";

type Options = { codes: string; of: (typeof codedTexts)[number] | "both"; json?: boolean };

export const addCodeOptions = (command: Command): Command =>
  command
    .argument("<benchmark>", "name of the new benchmark")
    .requiredOption(
      "--codes <FILE>",
      `the code book: a JSON file, or ${labelSetNames.join(", ")}; docs/files.md describes it`,
    )
    .addOption(
      new Option("--of <which>", "reasons of people, responses of models, or both")
        .choices([...codedTexts, "both"])
        .default("reasons"),
    )
    .option("--json", "print one JSON object");

/** A benchmark of what people and models wrote in a closed study, to be coded by people who can't tell who wrote it. */
export async function codeStudy(slug: string, name: string, { codes, of, json }: Options): Promise<void> {
  const labels = readCodes(codes);
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { benchmarkInput } = await import("#lib/benchmarks/schema.ts");
    const { listWrittenTexts } = await import("#lib/study-exports/coding/coded-texts-queries.ts");
    const { recordExport } = await import("#lib/study-exports/mutations.ts");
    const { id, title, state } = await requireStudy(operator(), slug);
    const description = `What was written in the study “${title}” (${slug}), to be coded: ${whats[of]}.`;
    const input = benchmarkInput.safeParse({ name, description });
    if (!input.success) throw new Refusal("a benchmark’s name has 1 to 120 characters");
    if (await findBenchmark(input.data.name))
      throw new Refusal(`there is a benchmark ${JSON.stringify(name)} already: choose another name`);
    const found = await listWrittenTexts(operator(), slug, of === "both" ? codedTexts : [of]);
    if (!found.ok) throw found.error === "not_found" ? noStudy(slug) : notClosed(slug, state);
    const { who, texts } = found.value;
    if (texts.length === 0) throw new Refusal(`${slug} has no ${nothings[of]}: there is nothing to code`);
    const files = `texts to code, for the benchmark ${input.data.name}`;
    await recordExport(operator(), id, { files, numbers: "study", who, texts: "with" });
    const made = await store(input.data, writeCodedTexts(id, texts, labels));
    const repeated = countRepeated(texts);
    report(json, { benchmark: made, study: slug, who, cases: texts.length, repeated }, [
      `created the benchmark ${made} with ${texts.length} cases of the kind codes`,
      ...(repeated > 0
        ? [`${repeated} of them repeat a text to the letter: nobody can be given both in one sitting`]
        : []),
    ]);
  });
}

const whats = {
  reasons: "reasons of people",
  responses: "responses of models",
  both: "reasons of people and responses of models",
};
const nothings = {
  reasons: "reasons of people who count",
  responses: "responses of models",
  both: "reasons of people who count and no responses of models",
};

const notClosed = (slug: string, state: string): Refusal =>
  new Refusal(`${slug} is ${state}: only what was written in a closed study can be coded`);

function readCodes(given: string): GivenLabels {
  const isNamed = labelSetNames.includes(given);
  let codes: unknown = given;
  if (!isNamed) {
    const { path: file } = findFile(given);
    try {
      codes = JSON.parse(readFileSync(file, "utf8"));
    } catch (error) {
      throw new Refusal(`--codes ${given}: it is not JSON: ${(error as Error).message}`);
    }
  }
  const read = labelsInput.safeParse(codes);
  if (!read.success)
    throw new Refusal(...read.error.issues.map(({ message }) => `--codes ${given}: ${message}`));
  return read.data as GivenLabels;
}

/** Read and stored as any file of cases is: all of it, or not even the benchmark. */
async function store(input: { name: string; description: string }, lines: string): Promise<string> {
  const { operator } = await import("#lib/auth/operator.ts");
  const { discardForsaken, findOrCreateBenchmark } = await import("#lib/benchmarks/mutations.ts");
  const { importCaseFiles } = await import("#lib/imports/run.ts");
  const { caseImportPayload } = await import("#lib/imports/schema.ts");
  const dir = await mkdtemp(path.join(tmpdir(), "benchside-coding-"));
  try {
    const file = { name: "texts.jsonl", path: path.join(dir, "texts.jsonl"), track: null, language: null };
    await writeFile(file.path, lines);
    await discardForsaken(operator());
    const made = { ...(await findOrCreateBenchmark(operator(), input)), name: input.name };
    const payload = caseImportPayload.parse({
      benchmark: made,
      mode: "store",
      skipBad: false,
      files: [file],
    });
    const { report: came, problems } = await runImport("import_cases", made, payload, (control) =>
      importCaseFiles(operator(), payload, control),
    );
    if (!came.stored) throw new Refusal(...problemLines(problems), "nothing was stored");
    return made.slug;
  } finally {
    await rm(dir, { recursive: true, force: true });
    await discardForsaken(operator());
  }
}
