import type { Command } from "commander";
import { poolSettings, type DropReason, type PoolReport } from "#lib/benchmarks/lineage/pool-schema.ts";
import { Refusal } from "#scripts/cli/outcome.ts";
import { collectPairs, findFile, readPairs } from "#scripts/cli/track-files.ts";

type Options = {
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
  options: Options,
) => Promise<void>;

export function addPoolCommand(benchmarks: Command, importFound: Import): void {
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
    .action((name: string, options: Options) => importFound(name, findPool(options), options));
}

function findPool(options: Options) {
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

/** What became of a pool, stage by stage. */
export function poolLines({ works, roles, stages, odd, replaced }: PoolReport): string[] {
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
