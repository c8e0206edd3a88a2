import { readFileSync } from "node:fs";
import { Option, type Command } from "commander";
import { checkBook, readJsonBook } from "#lib/imports/coding/code-book.ts";
import { codedChoices, type CodedChoice } from "#lib/imports/coding/schema.ts";
import { type GivenLabels, labelSetNames } from "#lib/task-kinds/label-set.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { runImport } from "#scripts/cli/import-job.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { noStudy, requireStudy } from "#scripts/cli/study/require.ts";
import { findFile } from "#scripts/cli/track-files.ts";

type Options = { codes: string; of: CodedChoice; json?: boolean };

export const addCodeOptions = (command: Command): Command =>
  command
    .argument("<benchmark>", "name of the new benchmark")
    .requiredOption(
      "--codes <FILE>",
      `the code book: a JSON file, or ${labelSetNames.join(", ")}; docs/files-and-cli.md describes it`,
    )
    .addOption(
      new Option("--of <which>", "reasons of people, responses of models, or both")
        .choices([...codedChoices])
        .default("reasons"),
    )
    .option("--json", "print one JSON object");

/** A benchmark of what people and models wrote in a closed study, to be coded by people who can't tell who wrote it. */
export async function codeStudy(slug: string, name: string, { codes, of, json }: Options): Promise<void> {
  const labels = readCodes(codes);
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { benchmarkInput } = await import("#lib/benchmarks/schema.ts");
    const { importCaseFiles } = await import("#lib/imports/run.ts");
    const coding = await import("#lib/imports/coding/code-study.ts");
    const { state } = await requireStudy(operator(), slug);
    const input = benchmarkInput.shape.name.safeParse(name);
    if (!input.success) throw new Refusal("a benchmark’s name has 1 to 120 characters");
    const wanted = { slug, name: input.data, of, labels };
    const made = await coding.codeStudy(operator(), wanted, (benchmark, payload) =>
      runImport("import_cases", benchmark, payload, (control) =>
        importCaseFiles(operator(), payload, control),
      ),
    );
    if (!made.ok) {
      const { problems = "", codes: wrong } = made.fields ?? {};
      const refusals = {
        not_found: () => noStudy(slug),
        not_closed: () =>
          new Refusal(`${slug} is ${state}: only what was written in a closed study can be coded`),
        name_taken: () =>
          new Refusal(`there is a benchmark ${JSON.stringify(name)} already: choose another name`),
        no_texts: () => new Refusal(`${slug} has no ${nothings[of]}: there is nothing to code`),
        bad_codes: () => new Refusal(`--codes ${codes}: ${wrong}`),
        not_stored: () => new Refusal(...problems.split("\n"), "nothing was stored"),
      };
      throw refusals[made.error]();
    }
    const { benchmark, cases, repeated } = made.value;
    report(json, { study: slug, ...made.value }, [
      `created the benchmark ${benchmark} with ${cases} cases of the kind codes`,
      ...(repeated > 0
        ? [`${repeated} of them repeat a text to the letter: nobody can be given both in one sitting`]
        : []),
    ]);
  });
}

const nothings = {
  reasons: "reasons of people who count",
  responses: "responses of models",
  both: "reasons of people who count and no responses of models",
};

function readCodes(given: string): GivenLabels {
  const read = labelSetNames.includes(given)
    ? checkBook(given)
    : readJsonBook(readFileSync(findFile(given).path, "utf8"));
  if (!read.ok) throw new Refusal(`--codes ${given}: ${read.fields?.["codes"]}`);
  return read.value;
}
