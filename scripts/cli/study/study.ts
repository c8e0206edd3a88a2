import { readFile, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { type Command, Option } from "commander";
import { env } from "#lib/env.ts";
import { confirm, yesOption, type Confirmation } from "#scripts/cli/confirm.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { printFile, Refusal, report } from "#scripts/cli/outcome.ts";
import { addExportOptions, exportStudy } from "#scripts/cli/study/export.ts";
import { findingLine, problemReasons, stoppingLine } from "#scripts/cli/study/lines.ts";
import { addResultOptions, showResults } from "#scripts/cli/study/results.ts";
import { noStudy, notShownYet, requireOpened, requireStudy, noSuchKind } from "#scripts/cli/study/require.ts";
import { addTransitions, meaning } from "#scripts/cli/study/transitions.ts";
import { addStudyTable } from "#scripts/cli/table.ts";
import { fillFolder, findFile, fromHere, requireFree, writeEntries } from "#scripts/cli/files.ts";
import { readFileSync, createWriteStream } from "node:fs";
import { checkBook, readJsonBook } from "#lib/imports/coding/code-book.ts";
import { codedChoices, type CodedChoice } from "#lib/imports/coding/schema.ts";
import { type LabelsInput, labelSetNames } from "#lib/task-kinds/label-set.ts";
import { runImport } from "#scripts/cli/import-job.ts";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { ReportFile } from "#lib/reports/files.ts";
import { populations, type Population } from "#lib/study-results/schema.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";

type Json = { json?: boolean };

export function addCommands(program: Command): void {
  const study = program.command("study").description("studies, from draft to archive");
  const command = (name: string, about: string) =>
    study.command(name).description(about).argument("<slug>", "address of the study");
  const json = ["--json", "print one JSON object"] as const;

  study
    .command("create")
    .description("create a draft from a study.json; docs/formats/study.schema.json describes it")
    .requiredOption("--from <FILE>", "the study file")
    .option(...json)
    .action(create);
  study
    .command("list")
    .description("list the studies with their states")
    .option("--json", "print one JSON array")
    .action(list);
  command("copy", "create a new draft with the same design")
    .option(...json)
    .action(copy);
  command("open", "freeze the plan and let people start; prints the hash of the plan")
    .option(...json)
    .action(open);
  command("remove", "remove a draft for good; a study that was opened stays")
    .option(...yesOption)
    .option(...json)
    .action(remove);
  addTransitions(command);
  command("invite", "create single-use invitations; their codes are shown only once")
    .requiredOption("--count <n>", "how many")
    .option("--cohort <name>", "cohort of the people invited")
    .option("--expires <date>", "the last day to start, such as 2026-12-31")
    .option("--csv", "print a CSV table")
    .option(...json)
    .action(invite);
  command("status", "how many people were invited, started and finished")
    .option(...json)
    .action(status);
  command("manifest", "print the frozen plan, byte for byte").action(manifest);
  addPreregistrationOptions(command("preregistration", "print the plan in words, for a registry")).action(
    printPreregistration,
  );
  addExportOptions(command("export", "write every answer, de-identified, with a codebook")).action(
    exportStudy,
  );
  addCodeOptions(
    command("code", "make a benchmark of what was written in a closed study, to be coded blind"),
  ).action(codeStudy);
  addReportOptions(
    command("report", "write the report: checklist, methods, tables, figures, answers, plan"),
  ).action(reportStudy);
  addStudyTable(command("table", "print one table of the report, or a part of it, as LaTeX"));
  addResultOptions(command("results", "people’s results beside the models’, on the same cases")).action(
    showResults,
  );
}

async function create(options: Json & { from: string }): Promise<void> {
  const text = await readFile(findFile(options.from).path, "utf8");
  await withProduct(async (viewer) => {
    const { readStudyFile } = await import("#lib/studies/opening/study-file.ts");
    const { createStudyFrom } = await import("#lib/studies/mutations.ts");
    const read = readStudyFile(text);
    if (!read.ok) throw new Refusal(...problemReasons(read.problems));
    const made = await createStudyFrom(viewer, read.file);
    if (!made.ok) throw new Refusal(...problemReasons(made.fields ?? {}));
    const { slug, id } = made.value;
    report(options.json, { slug, id }, [`created the draft ${slug}, id ${id}`]);
  });
}

async function list(options: Json): Promise<void> {
  await withProduct(async (viewer) => {
    const { listStudies } = await import("#lib/studies/queries.ts");
    const found = await listStudies(viewer);
    const lines = found.map(
      ({ slug, title, state, benchmark, people, sittings, simulated }) =>
        `${slug}  ${title}  ${state}  ${benchmark?.slug ?? "no benchmark"}  ${sittings.submitted} of ${people} finished` +
        (simulated.submitted > 0 ? `, and ${simulated.submitted} simulated` : ""),
    );
    report(
      options.json,
      found,
      lines.length > 0 ? lines : ["no studies yet: create one with `study create`"],
    );
  });
}

async function copy(slug: string, options: Json): Promise<void> {
  await withProduct(async (viewer) => {
    const { copyStudy } = await import("#lib/studies/mutations.ts");
    const made = await copyStudy(viewer, slug);
    if (!made.ok) throw noStudy(slug);
    report(options.json, made.value, [`created the draft ${made.value.slug}, id ${made.value.id}`]);
  });
}

async function open(slug: string, options: Json): Promise<void> {
  await withProduct(async (viewer) => {
    const { getPlan } = await import("#lib/studies/plan-queries.ts");
    const { openStudy } = await import("#lib/studies/opening/mutations.ts");
    const study = await requireStudy(viewer, slug);
    if (study.state !== "draft") throw new Refusal(`${slug} is ${study.state}: only a draft can be opened`);
    const { facts, problems, warnings } = await getPlan(viewer, study);
    if (problems.length > 0 || !facts.sample?.ok)
      throw new Refusal(...problems.map(findingLine), ...waysOn(slug));
    const { revision } = study;
    const opened = await openStudy(viewer, slug, { revision, digest: facts.sample.plan.digest });
    if (!opened.ok) throw new Refusal(openingRefusals[opened.error] ?? opened.error);
    const { hash } = opened.value;
    const warned = warnings.map(findingLine);
    report(options.json, { slug, state: "open", hash, warnings: warned }, [
      `${slug} is open; the hash of its plan is ${hash}`,
      ...warned.map((line) => `note: ${line}`),
    ]);
  });
}

const waysOn = (slug: string) => [
  `${slug} stays a draft: change it in the browser, at ${env.baseUrl}/studies/${slug}/design/check`,
  `or remove it with \`study remove ${slug} --yes\`, and create another from a changed file`,
];

const openingRefusals: Readonly<Record<string, string>> = {
  conflict: "somebody changed the draft meanwhile: look at it again, then open it",
  sample_changed: "the benchmark changed meanwhile, and other cases would be drawn: run the command again",
  import_runs: "an import into the benchmark is running: wait until it is done",
  not_draft: "somebody else opened it meanwhile",
  not_ready: "the benchmark changed meanwhile, and something is missing now: try again to see what",
};

async function remove(slug: string, options: Confirmation): Promise<void> {
  await withProduct(async (viewer) => {
    const { removeDraft } = await import("#lib/studies/mutations.ts");
    const { title, state } = await requireStudy(viewer, slug);
    if (state !== "draft") throw new Refusal(`${slug} is ${state}: only a draft can be removed`);
    const means = [`this removes the draft ${slug}, ${JSON.stringify(title)}, for good`];
    await confirm(options, { name: slug, means });
    const removed = await removeDraft(viewer, slug, title);
    if (!removed.ok) throw new Refusal(`somebody else changed ${slug} meanwhile: look at it again`);
    report(options.json, { slug, removed: true }, [`the draft ${slug} is removed`]);
  });
}

async function status(slug: string, options: Json): Promise<void> {
  await withProduct(async (viewer) => {
    const { getLive } = await import("#lib/sittings/watching/live-queries.ts");
    const { isRunning } = await import("#lib/studies/schema.ts");
    const { getParticipantFlags } = await import("#lib/study-results/people/care-queries.ts");
    const { getStopping } = await import("#lib/study-results/stopping/stopping-queries.ts");
    const study = await requireStudy(viewer, slug);
    const live = await getLive(viewer, study.id, await getParticipantFlags(viewer, study));
    const stopping = await getStopping(viewer, study);
    const { title, state, manifestHash, openedAt, closedAt } = study;
    const { totals, simulated, planned } = live;
    const unfinished = ({ working, droppedOut }: typeof totals) =>
      isRunning(state)
        ? `${working} under way, ${droppedOut} dropped out`
        : `${working + droppedOut} not finished`;
    const facts = { slug, title, state, manifestHash, openedAt, closedAt, ...live };
    report(options.json, stopping ? { ...facts, stopping } : facts, [
      `${title} (${slug}) is ${state}: ${meaning[state]}`,
      `${totals.invited} invited, ${totals.consented} consented, ${totals.started} started, ` +
        `${totals.submitted} of ${planned.people} planned finished`,
      `${unfinished(totals)}, ${totals.withdrawn} withdrawn, ` +
        `${totals.excluded} excluded, ${totals.flagged} flagged`,
      ...(simulated
        ? [
            `simulated people: ${simulated.consented} consented, ${simulated.submitted} finished, ${unfinished(simulated)}`,
          ]
        : []),
      ...(stopping ? [stoppingLine(stopping)] : []),
    ]);
  });
}

async function manifest(slug: string): Promise<void> {
  await withProduct(async (viewer) => {
    const { getManifest } = await import("#lib/studies/queries.ts");
    const study = await requireStudy(viewer, slug);
    const frozen = await getManifest(study.id);
    if (!frozen) throw new Refusal(`${slug} is a draft: its plan is frozen when it opens`);
    printFile(frozen.content);
  });
}

type Options = { codes: string; of: CodedChoice; json?: boolean };

const addCodeOptions = (command: Command): Command =>
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
async function codeStudy(slug: string, name: string, { codes, of, json }: Options): Promise<void> {
  const labels = readCodes(codes);
  await withProduct(async (viewer) => {
    const { benchmarkInput } = await import("#lib/benchmarks/schema.ts");
    const { importCaseFiles } = await import("#lib/imports/run.ts");
    const coding = await import("#lib/imports/coding/code-study.ts");
    const { state } = await requireStudy(viewer, slug);
    const input = benchmarkInput.shape.name.safeParse(name);
    if (!input.success) throw new Refusal("a benchmark’s name has 1 to 120 characters");
    const wanted = { slug, name: input.data, of, labels };
    const made = await coding.codeStudy(viewer, wanted, (benchmark, payload) =>
      runImport(viewer, "import_cases", benchmark, payload, (control) =>
        importCaseFiles(viewer, payload, control),
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

function readCodes(given: string): LabelsInput {
  const read = labelSetNames.includes(given)
    ? checkBook(given)
    : readJsonBook(readFileSync(findFile(given).path, "utf8"));
  if (!read.ok) throw new Refusal(`--codes ${given}: ${read.fields?.["codes"]}`);
  return read.value;
}

type InviteOptions = { count: string; cohort?: string; expires?: string; csv?: boolean; json?: boolean };

/** The codes are nowhere else: whoever loses what is printed here re-issues the invitation. */
async function invite(slug: string, options: InviteOptions): Promise<void> {
  if (options.csv && options.json) throw new Refusal("use --csv or --json, not both");
  await withProduct(async (viewer) => {
    const { csvLine } = await import("#lib/files/csv/cell.ts");
    const { joinPath, newInvitations } = await import("#lib/invitations/schema.ts");
    const { showCode } = await import("#lib/studies/codes/schema.ts");
    const { createInvitations } = await import("#lib/invitations/mutations.ts");
    const { id, state } = await requireStudy(viewer, slug);
    const { count, cohort = "", expires: expiresAt = "" } = options;
    const given = newInvitations.safeParse({ studyId: id, count, cohort, expiresAt });
    if (!given.success)
      throw new Refusal(
        ...given.error.issues.map(({ path }) => meanings[String(path[0])] ?? String(path[0])),
      );
    const { studyId, ...wanted } = given.data;
    const made = await createInvitations(viewer, studyId, wanted);
    if (!made.ok)
      throw new Refusal(`${slug} is ${state}: people can only be invited to an open or paused study`);
    const rows = made.value.map(({ number, code, cohort }) => ({
      number,
      code: showCode(code),
      link: env.baseUrl + joinPath(code),
      cohort,
      last_day: options.expires ?? "",
    }));
    const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
    if (options.csv) printFile(lines.map(csvLine).join(""));
    else
      report(
        options.json,
        rows,
        rows.map(({ number, link, cohort }) => `${number}  ${link}${cohort ? `  ${cohort}` : ""}`),
      );
  });
}

const meanings: Readonly<Record<string, string>> = {
  count: "--count: a whole number from 1 to 2000",
  cohort: "--cohort: 1 to 60 characters",
  expiresAt: "--expires: a date in the future, such as 2030-12-31",
};

const addPreregistrationOptions = (command: Command): Command =>
  command.addOption(
    new Option("--format <format>", "md for Markdown, or text").choices(["md", "text"]).default("md"),
  );

/** Of a draft, too: it says of itself that it isn't frozen. */
async function printPreregistration(slug: string, { format }: { format: "md" | "text" }): Promise<void> {
  await withProduct(async (viewer) => {
    const { getPlanned } = await import("#lib/reports/preregistration/preregistration.ts");
    const { renderPreregistration } = await import("#lib/reports/preregistration/write.ts");
    const planned = await getPlanned(viewer, await requireStudy(viewer, slug));
    if (!planned) throw noStudy(slug);
    printFile(renderPreregistration(planned, format));
  });
}

type AddReportOptionsOptions = {
  out: string;
  who?: Population;
  kind?: KindName;
  published?: boolean;
  json?: boolean;
};

const addReportOptions = (command: Command): Command =>
  command
    .requiredOption("--out <DIR|FILE.zip>", "a new or empty folder, or a new zip file")
    .addOption(
      new Option("--who <who>", "whose answers: people, unless all are simulated").choices(populations),
    )
    .addOption(
      new Option("--kind <kind>", "where the study’s cases are of several kinds: which").choices(kindNames),
    )
    .option("--published", "include a paper’s published figures for the same cases")
    .option("--json", "print one JSON object");

async function reportStudy(
  slug: string,
  { out, who: asked, kind, published, json }: AddReportOptionsOptions,
): Promise<void> {
  const isZip = out.toLowerCase().endsWith(".zip");
  const place = isZip ? await requireNoFile(out) : await requireFree(out);
  await withProduct(async (viewer) => {
    const { prepareReport, renderReport } = await import("#lib/reports/report.ts");
    const { countStates } = await import("#lib/reports/checklist/checklist.ts");
    const { state } = await requireOpened(viewer, slug);
    const prepared = await prepareReport(viewer, {
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
    const { report: made, files } = await renderReport(viewer, prepared.value);
    if (isZip) await writeZip(place, files);
    else await fillFolder(place, (dir) => writeEntries(dir, files));
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

/** Under another name beside it until it is whole. */
async function writeZip(place: string, files: readonly ReportFile[]): Promise<void> {
  const { zipFiles } = await import("#lib/study-exports/zip.ts");
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
