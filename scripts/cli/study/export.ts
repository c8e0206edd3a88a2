import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Option, type Command } from "commander";
import {
  exportFormats,
  exportQuery,
  exportPopulations,
  lineFormats,
  numberings,
  textChoices,
} from "#lib/study-exports/schema.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { fillFolder, requireFree } from "#scripts/cli/new-folder.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { noStudy, requireStudy } from "#scripts/cli/study/require.ts";

type Options = {
  out: string;
  format: (typeof exportFormats)[number] | "both";
  numbers?: string;
  key?: string;
  who?: string;
  texts?: string;
  logs?: boolean;
  json?: boolean;
};

export const addExportOptions = (command: Command): Command =>
  command
    .requiredOption("--out <DIR>", "a new or empty folder")
    .addOption(
      new Option("--format <format>", "format of the files; both: csv and jsonl")
        .choices([...exportFormats, "both"])
        .default("csv"),
    )
    .addOption(
      new Option("--numbers <which>", "participant numbers: random for this export, or the study’s own")
        .choices(numberings)
        .default("random"),
    )
    .option("--key <key>", "key of an earlier export, 32 characters, to get the same random numbers")
    .addOption(
      new Option("--who <who>", "whose answers: people, unless all are simulated").choices(exportPopulations),
    )
    .addOption(
      new Option("--texts <which>", "with or without what people typed").choices(textChoices).default("with"),
    )
    .option("--logs", "also people as logs of Inspect and lm-evaluation-harness")
    .option("--json", "print one JSON object");

export async function exportStudy(
  slug: string,
  { out, format, logs, json, ...given }: Options,
): Promise<void> {
  const asked = exportQuery.safeParse(given);
  if (!asked.success) throw new Refusal("--key: 32 characters from 0 to 9 and a to f");
  const folder = await requireFree(out);
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { listEntries, openExport, prepareExport } = await import("#lib/study-exports/export.ts");
    const { listLogEntries } = await import("#lib/study-exports/people-as-log/open-logs.ts");
    const { state } = await requireStudy(operator(), slug);
    if (state === "draft") throw new Refusal(`${slug} is a draft: it has no answers`);
    const prepared = await prepareExport(operator(), slug, asked.data);
    if (!prepared.ok) throw prepared.error === "not_found" ? noStudy(slug) : notShownYet(slug, state);
    const { choices } = prepared.value;
    const formats = format === "both" ? lineFormats : [format];
    const files = await fillFolder(folder, async (dir) => {
      const open = await openExport(operator(), prepared.value, formats.join(" and "));
      try {
        const asLogs = logs ? listLogEntries(open.logs) : [];
        for (const { name, content } of [...asLogs, ...listEntries(open, formats)]) {
          const file = path.join(dir, name);
          await mkdir(path.dirname(file), { recursive: true });
          await pipeline(Readable.from(content(), { objectMode: false }), createWriteStream(file));
        }
        return [...open.written];
      } finally {
        await open.close();
      }
    });
    const { numbers, key, who, texts } = choices;
    const drawn = numbers === "random" ? key : null;
    report(json, { slug, folder, who, numbers, key: drawn, texts, files }, [
      `wrote ${folder}, with ${whose[who]}`,
      ...files.map((file) => `${file.name}: ${file.rows} rows`),
      ...(logs ? ["people-as-log holds what Inspect and lm-evaluation-harness read"] : []),
      "codebook.md describes the columns, manifest.json is the frozen plan",
      drawn === null
        ? "participant numbers are the study’s own"
        : `participant numbers were drawn with the key ${drawn}: use --key to get the same again`,
    ]);
  });
}

const whose = {
  people: "answers of people",
  simulated: "simulated answers only",
  all: "answers of people and simulated answers",
};

export const notShownYet = (slug: string, state: string): Refusal =>
  new Refusal(
    `${slug} is ${state}: results are shown once it is closed, unless the plan allows interim results`,
    `close it with \`study close ${slug}\``,
  );
