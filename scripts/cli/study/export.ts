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
import { fillFolder, requireFree, writeEntries } from "#scripts/cli/files.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { noStudy, notShownYet, requireOpened } from "#scripts/cli/study/require.ts";

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
  await withProduct(async (viewer) => {
    const { listEntries, openExport, prepareExport } = await import("#lib/study-exports/export.ts");
    const { listLogEntries } = await import("#lib/study-exports/people-as-log/open-logs.ts");
    const { state } = await requireOpened(viewer, slug);
    const prepared = await prepareExport(viewer, slug, asked.data);
    if (!prepared.ok) throw prepared.error === "not_found" ? noStudy(slug) : notShownYet(slug, state);
    const { choices } = prepared.value;
    const formats = format === "both" ? lineFormats : [format];
    const files = await fillFolder(folder, async (dir) => {
      const open = await openExport(viewer, prepared.value, formats.join(" and "));
      try {
        const asLogs = logs ? listLogEntries(open.logs) : [];
        await writeEntries(dir, [...asLogs, ...listEntries(open, formats)]);
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
