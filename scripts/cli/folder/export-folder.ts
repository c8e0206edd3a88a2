import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import type { FolderProblem } from "#lib/benchmark-folders/facts.ts";
import { env } from "#lib/env.ts";
import { folderRequest } from "#lib/benchmark-folders/schema.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { requireBenchmark } from "#scripts/cli/import-job.ts";
import { collectPairs, fillFolder, fromHere, requireFree, writeEntries } from "#scripts/cli/files.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { readSecrets } from "#scripts/process/secrets.ts";

export type FolderOptions = {
  out?: string;
  study: string[];
  release?: string;
  licence?: string;
  creator?: string;
  contact?: string;
  limits?: string;
  address?: string;
  json?: boolean;
};

export const addFolderOptions = (command: Command): Command =>
  command
    .option("--out <DIR>", "write a folder that others can load, with the options below, instead of lines")
    .option(
      "--study <slug>",
      "of the folder: a closed study whose answers go along; may be repeated",
      collectPairs,
      [],
    )
    .option("--release <1.0.0>", "of the folder: which release of the benchmark it is")
    .option("--licence <licence>", "of the folder: an SPDX identifier, an address, or words")
    .option("--creator <who>", "of the folder: who made the benchmark")
    .option("--contact <how>", "of the folder: who may be asked")
    .option(
      "--limits <text>",
      "of the folder: what it must not be used to conclude; @FILE reads it from a file",
    )
    .option("--address <url>", "of the folder: where it will be found")
    .option("--json", "of the folder: print one JSON object");

export const wantsFolder = ({ study, ...options }: FolderOptions): boolean =>
  study.length > 0 || Object.values(options).some((one) => one !== undefined);

export async function exportFolder(name: string, { out, json, ...given }: FolderOptions): Promise<void> {
  if (out === undefined)
    throw new Refusal("--out: name the folder to write; without any option, lines are written");
  const limits = given.limits?.startsWith("@") ? await readText(given.limits.slice(1)) : given.limits;
  const asked = folderRequest.safeParse({ ...given, limits });
  if (!asked.success)
    throw new Refusal(
      ...asked.error.issues.map(({ path: [key], message }) => `--${String(key)}: ${wordsOf(message)}`),
    );
  const folder = await requireFree(out);
  await withProduct(async (viewer) => {
    // Participants have the numbers that the product itself gives them.
    const kept = readSecrets(path.resolve(env.dataDir));
    if (kept) env.authSecret ??= kept.authSecret;
    const { openFolder } = await import("#lib/benchmark-folders/write-folder.ts");
    const benchmark = await requireBenchmark(viewer, name);
    const written = await fillFolder(folder, async (dir) => {
      const opened = await openFolder(viewer, benchmark.id, asked.data);
      if (!opened.ok) throw new Refusal(formatProblem(opened.error, benchmark.name, opened.fields));
      const { entries, written: files, close } = opened.value;
      try {
        await writeEntries(dir, entries);
        return [...files];
      } finally {
        await close();
      }
    });
    report(json, { benchmark: benchmark.slug, folder, files: written }, [
      `wrote ${folder}`,
      ...written.map((file) => `${file.name}: ${file.bytes} bytes`),
      "it holds the right answers; check it with `benchside verify`",
    ]);
  });
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(fromHere(file), "utf8");
  } catch (error) {
    throw new Refusal(
      `--limits @${file}: can’t be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`,
    );
  }
}

const words: Readonly<Record<string, string>> = {
  empty: "say something here",
  too_long: "this is too long",
  too_many: "these are too many studies",
  wrong_character: "this has a character that can’t stand there",
  wrong_release: "three numbers, as 1.0.0",
  wrong_address: "an address that begins with https://",
};
const wordsOf = (code: string): string => words[code] ?? "is missing";

function formatProblem(
  problem: FolderProblem,
  benchmark: string,
  { study = "", cases = "" }: Readonly<Record<string, string>> = {},
): string {
  return {
    no_cases: `${benchmark} has no cases: import some first`,
    no_such_study: `--study: there is no study of that address on ${benchmark} that has opened${study ? `: ${study}` : ""}`,
    not_closed: `--study: ${study} isn’t closed: close it with \`study close\`, or leave it out`,
    no_plain_arm: `--study: no arm of ${study} shows cases as they are, so that none of its answers is to a case of the benchmark. Leave the study out; \`study export\` has its answers`,
    cases_changed: `--study: ${cases} cases of ${study} have been changed since it opened: its answers are to what the benchmark no longer holds. Leave the study out; \`study export\` has its answers with the digests of its cases`,
    no_answers: `--study: nobody who counts has answered in ${study}: leave it out`,
  }[problem];
}
