import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { Option, type Command } from "commander";
import type { ReportFile } from "#lib/reports/files.ts";
import { whos, type Who } from "#lib/study-results/schema.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { fillFolder, requireFree } from "#scripts/cli/new-folder.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { noStudy, noSuchKind, requireStudy } from "#scripts/cli/study/require.ts";
import { fromHere } from "#scripts/cli/track-files.ts";
import { notShownYet } from "#scripts/cli/study/export.ts";

type Options = { out: string; who?: Who; kind?: KindName; published?: boolean; json?: boolean };

export const addReportOptions = (command: Command): Command =>
  command
    .requiredOption("--out <DIR|FILE.zip>", "a new or empty folder, or a new zip file")
    .addOption(new Option("--who <who>", "whose answers: people, unless all are simulated").choices(whos))
    .addOption(
      new Option("--kind <kind>", "where the study’s cases are of several kinds: which").choices(kindNames),
    )
    .option("--published", "include a paper’s published figures for the same cases")
    .option("--json", "print one JSON object");

export async function reportStudy(
  slug: string,
  { out, who: asked, kind, published, json }: Options,
): Promise<void> {
  const isZip = out.toLowerCase().endsWith(".zip");
  const place = isZip ? await requireNoFile(out) : await requireFree(out);
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { prepareReport, writeReport } = await import("#lib/reports/report.ts");
    const { countStates } = await import("#lib/reports/checklist/checklist.ts");
    const { state } = await requireStudy(operator(), slug);
    if (state === "draft") throw new Refusal(`${slug} is a draft: it has no answers`);
    const prepared = await prepareReport(operator(), {
      slug,
      who: asked,
      published: published ? "with" : "without",
      kind,
    });
    if (!prepared.ok && prepared.error === "no_published")
      throw new Refusal(
        `${slug} has no published figures: its benchmark has none, or no admin declared that its cases are the paper’s`,
      );
    if (!prepared.ok && prepared.error === "no_such_kind") throw noSuchKind(slug, kind);
    if (!prepared.ok) throw prepared.error === "not_found" ? noStudy(slug) : notShownYet(slug, state);
    const { who } = prepared.value;
    const { report: made, files } = await writeReport(operator(), prepared.value);
    if (isZip) await writeZip(place, files);
    else await fillFolder(place, (dir) => writeAll(dir, files));
    const { stamp } = made.facts.results;
    const checklist = countStates(made.points);
    const names = files.map(({ name }) => name);
    report(json, { slug, out: place, who, stamp, checklist, files: names }, [
      `wrote ${place}: ${names.length} files about ${who === "people" ? "people" : "simulated people only"}`,
      `checklist: ${checklist.met} met, ${checklist.partly} partly, ${checklist.missing} missing, ` +
        `${checklist.not_applicable} do not apply`,
      "README.txt says what is in each file, and how it was made",
    ]);
  });
}

async function requireNoFile(out: string): Promise<string> {
  const file = fromHere(out);
  const isThere = await stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw new Refusal(`--out ${out}: ${error.message}`);
    },
  );
  if (isThere) throw new Refusal(`--out ${out}: it exists already, and nothing is overwritten`);
  return file;
}

async function writeAll(dir: string, files: readonly ReportFile[]): Promise<void> {
  for (const { name, content } of files) {
    const file = path.join(dir, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** Under another name beside it until it is whole. */
async function writeZip(place: string, files: readonly ReportFile[]): Promise<void> {
  const { zipFiles } = await import("#lib/reports/zip.ts");
  await mkdir(path.dirname(place), { recursive: true });
  const dir = await mkdtemp(`${place}.unfinished-`);
  try {
    const whole = path.join(dir, "report.zip");
    await pipeline(zipFiles(files), createWriteStream(whole));
    await rename(whole, place);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
