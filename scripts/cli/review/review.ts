import type { Command } from "commander";
import { comesFromStudy } from "#lib/reviews/plan/templates.ts";
import { comment, discardWord, newReview, templateNames } from "#lib/reviews/plan/schema.ts";
import type { Batch } from "#lib/reviews/batches/schema.ts";
import { yesOption, confirm, type Confirmation } from "#scripts/cli/confirm.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { listenForStop, Refusal, report } from "#scripts/cli/outcome.ts";
import { fillFolder, findFile, requireFree, writeEntries } from "#scripts/cli/files.ts";
import { problemLines } from "#lib/files/file-problems.ts";
import { asPercent } from "#lib/figures/written.ts";
import type { ReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { Review } from "#lib/reviews/plan/queries.ts";

type Admin = Viewer<"admin">;

async function requireReview(viewer: Admin, slug: string): Promise<Review> {
  const { getReview } = await import("#lib/reviews/plan/queries.ts");
  const review = await getReview(viewer, slug);
  if (!review) throw new Refusal(`there is no review ${JSON.stringify(slug)}: \`review list\` shows all`);
  return review;
}

/** Of a review that has opened. */
async function requireReviewRows(viewer: Admin, slug: string): Promise<ReviewRows> {
  await requireReview(viewer, slug);
  const { getReviewRows } = await import("#lib/reviews/results/rows-queries.ts");
  const rows = await getReviewRows(viewer, slug);
  if (!rows) throw new Refusal(`${slug} is a draft: it has no items yet`);
  return rows;
}

type Json = { json?: boolean };

export function addCommands(program: Command): void {
  const review = program.command("review").description("reviews, from draft to accepted cases");
  const json = ["--json", "print one JSON object"] as const;
  const command = (name: string, about: string) =>
    review.command(name).description(about).argument("<slug>", "address of the review");
  review
    .command("create")
    .description("create a draft from a template")
    .argument("<title>", "title of the review")
    .requiredOption("--template <name>", templateNames.join(", "))
    .option("--benchmark <slug>", "whose cases are reviewed")
    .option("--study <slug>", "the closed study whose cases are reviewed; for gold-audit")
    .option(...json)
    .action(create);
  review
    .command("list")
    .description("list the reviews with their states")
    .option(...json)
    .action(list);
  command("open", "freeze settings and items, and let its people begin; prints the hash of the plan")
    .option(...json)
    .action(open);
  for (const name of ["pause", "reopen", "close"] as const) {
    const one = command(name, moves[name]);
    if (name === "close")
      one
        .option(...yesOption)
        .option("--discard", "close although batches aren’t accepted: none of their cases can be kept");
    if (name === "reopen")
      one.option("--reason <text>", "why a closed review is opened again; the audit log keeps it");
    one.option(...json).action((slug: string, options: MoveOptions) => move(name, slug, options));
  }
  command("accept", "accept batches for good; with no number, every batch in which nothing is missing")
    .argument("[batches...]", "numbers of batches, as `review accept` lists them")
    .option("--words <text>", "a note that is kept with each batch")
    .option(...yesOption)
    .option(...json)
    .action(accept);
  addSimulateOptions(
    command(
      "simulate",
      "let made-up people of known accuracy go through an open review, which is marked for good",
    ),
  ).action(simulate);
  command("filter", "store what models say of the items, beside people; the newest of a model’s counts")
    .requiredOption("--file <FILE>", "JSON Lines; docs/files-and-cli.md describes it")
    .option(...json)
    .action(storeFilter);
  command("status", "how far it is: items, accuracy of annotators, errors that remain, when it will be done")
    .option(...json)
    .action(showStatus);
  command("export", "write items, decisions and checks with a codebook")
    .requiredOption("--out <DIR>", "a new or empty folder")
    .option("--texts", "include what annotators and reviewers wrote")
    .option(...json)
    .action(exportReview);
  command("report", "write methods, table of annotators and funnel")
    .requiredOption("--out <DIR>", "a new or empty folder")
    .option(...json)
    .action(reportReview);
  command("keep", "make a benchmark of the cases that a closed review accepted")
    .argument("<name>", "name of the new benchmark")
    .option(...json)
    .action(keepCases);
}

const moves = {
  pause: "nobody gets new items; what is under way can be sent",
  reopen: "people go on; a closed review needs --reason",
  close: "end the review, once its batches are accepted",
} as const;

type CreateOptions = Json & { template: string; benchmark?: string; study?: string };

async function create(
  title: string,
  { json, template, benchmark = "", study = "" }: CreateOptions,
): Promise<void> {
  const asked = newReview.safeParse({ title, template, benchmark: benchmark || null, study: study || null });
  if (!asked.success)
    throw new Refusal(
      `a review has a title of 1 to 120 characters and one of the templates ${templateNames.join(", ")}`,
    );
  const isOfStudy = comesFromStudy(asked.data.template);
  if (isOfStudy ? study === "" : benchmark === "")
    throw new Refusal(isOfStudy ? `${template} needs --study` : `${template} needs --benchmark`);
  await withProduct(async (viewer) => {
    const { createReview } = await import("#lib/reviews/plan/mutations.ts");
    const made = await createReview(viewer, asked.data);
    if (!made.ok) throw new Refusal(`there is no benchmark or closed study of that address: ${made.error}`);
    report(json, { slug: made.value.slug }, [`created the draft ${made.value.slug}`]);
  });
}

async function list({ json }: Json): Promise<void> {
  await withProduct(async (viewer) => {
    const { listReviews } = await import("#lib/reviews/plan/queries.ts");
    const found = await listReviews(viewer);
    const lines = found.map(
      ({ slug, title, state, benchmark, items, people }) =>
        `${slug}  ${title}  ${state}  ${benchmark?.slug ?? "no benchmark"}  ${Object.values(items).reduce((a, b) => a + b, 0)} items  ${people} people`,
    );
    report(json, found, lines.length > 0 ? lines : ["no reviews yet: create one with `review create`"]);
  });
}

async function open(slug: string, { json }: Json): Promise<void> {
  await withProduct(async (viewer) => {
    const { openReview } = await import("#lib/reviews/plan/opening-mutations.ts");
    const { revision, state } = await requireReview(viewer, slug);
    if (state !== "draft") throw new Refusal(`${slug} is ${state}: only a draft can be opened`);
    const opened = await openReview(viewer, slug, { revision });
    if (!opened.ok)
      throw new Refusal(`${slug} can’t be opened: ${opened.error}`, ...Object.keys(opened.fields ?? {}));
    const { hash, items } = opened.value;
    report(json, { slug, state: "open", hash, items }, [
      `${slug} is open with ${items} items; the hash of its plan is ${hash}`,
    ]);
  });
}

type MoveOptions = Confirmation & { discard?: boolean; reason?: string };

async function move(name: keyof typeof moves, slug: string, options: MoveOptions): Promise<void> {
  await withProduct(async (viewer) => {
    const states = await import("#lib/reviews/plan/mutations.ts");
    const { title, openBatches, batches, closedAt } = await requireReview(viewer, slug);
    const accepted = batches - openBatches;
    const loses = `${accepted} of ${batches} batches accepted: ${accepted === 0 ? "nothing" : "no case of the others"} can be kept afterwards`;
    if (name === "close" && !closedAt) {
      if (openBatches > 0 && !options.discard)
        throw new Refusal(
          loses,
          `accept them with \`review accept ${slug}\`, or add --discard to close without them`,
        );
      const means = [`${slug} will be closed: nobody decides or checks any more`];
      await confirm(options, { name: slug, means: openBatches > 0 ? [...means, loses] : means });
    }
    const discard = options.discard ? discardWord : "";
    const reason = comment.safeParse(options.reason ?? "").data ?? "";
    const moved = await {
      pause: () => states.pauseReview(viewer, slug),
      reopen: () => states.reopenReview(viewer, slug, reason),
      close: () => states.closeReview(viewer, slug, { confirmation: title, discard }),
    }[name]();
    const { state } = await requireReview(viewer, slug);
    if (!moved.ok)
      throw new Refusal(
        moved.error === "not_accepted"
          ? loses
          : moved.error === "no_reason"
            ? `${slug} is closed: add --reason, at most 4,000 characters, to open it again`
            : `${slug} is ${state}: ${name} is not possible from there`,
      );
    report(options.json, { slug, state }, [`${slug} is ${state}`]);
  });
}

/** What keeps a batch from being accepted, in words; empty where nothing does. */
const missingOf = ({ items, decided, drawn, checked, disputes }: Batch): string =>
  [
    items > decided && `${items - decided} to decide`,
    drawn > checked && `${drawn - checked} to check`,
    disputes > 0 && `${disputes} ${disputes === 1 ? "dispute" : "disputes"} open`,
  ]
    .filter((part) => part !== false)
    .join(", ");

const formatBatch = (batch: Batch): string =>
  `batch ${batch.number}: ${batch.state === "accepted" ? "accepted already" : missingOf(batch) || `${batch.accepted} of ${batch.items} cases accepted`}`;

async function accept(
  slug: string,
  numbers: readonly string[],
  { words = "", ...options }: Confirmation & { words?: string },
): Promise<void> {
  const note = comment.safeParse(words);
  if (!note.success) throw new Refusal("--words: at most 4,000 characters");
  await withProduct(async (viewer) => {
    const { listBatches } = await import("#lib/reviews/batches/queries.ts");
    const { acceptBatch } = await import("#lib/reviews/batches/mutations.ts");
    const { id, state } = await requireReview(viewer, slug);
    if (state === "draft" || state === "closed")
      throw new Refusal(`${slug} is ${state}: batches are accepted while a review is open or paused`);
    const batches = await listBatches(id);
    const unknown = numbers.filter((named) => !batches.some(({ number }) => String(number) === named));
    if (unknown.length > 0)
      throw new Refusal(`${slug} has no batch ${unknown.join(", ")}: it has 1 to ${batches.length}`);
    const asked = batches.filter(({ number }) => numbers.length === 0 || numbers.includes(String(number)));
    const ready = asked.filter((batch) => batch.state === "open" && missingOf(batch) === "");
    if (ready.length === 0 || (numbers.length > 0 && ready.length < asked.length))
      throw new Refusal("nothing was accepted", ...asked.map(formatBatch));
    await confirm(options, {
      name: slug,
      means: [
        "these batches will be accepted, and nothing in them changes any more",
        ...ready.map(formatBatch),
      ],
    });
    const accepted: number[] = [];
    for (const { number, round } of ready) {
      const done = await acceptBatch(viewer, id, { number, round, words: note.data });
      if (!done.ok)
        throw new Refusal(
          `batch ${number} has changed in the meantime and wasn’t accepted: look at it and try again`,
          accepted.length > 0 ? `accepted: ${accepted.join(", ")}` : "nothing was accepted",
        );
      accepted.push(number);
    }
    const { openBatches } = await requireReview(viewer, slug);
    report(options.json, { slug, accepted, openBatches }, [
      `accepted ${accepted.length} ${accepted.length === 1 ? "batch" : "batches"} of ${slug}; ${openBatches} of ${batches.length} not accepted`,
      ...asked.filter((batch) => !ready.includes(batch)).map(formatBatch),
    ]);
  });
}

type OutputOptions = { out: string; json?: boolean };

async function exportReview(
  slug: string,
  { out, texts: isWithTexts, json }: OutputOptions & { texts?: boolean },
): Promise<void> {
  const place = await requireFree(out);
  await withProduct(async (viewer) => {
    const { reviewFileKinds, reviewFileFormats } = await import("#lib/review-exports/schema.ts");
    const { renderReviewCodebook, renderReviewFile } = await import("#lib/review-exports/files.ts");
    const { recordReviewExport } = await import("#lib/review-exports/mutations.ts");
    const { getReviewManifest } = await import("#lib/reviews/plan/queries.ts");
    const { id } = await requireReview(viewer, slug);
    const rows = await requireReviewRows(viewer, slug);
    const texts = isWithTexts ? "with" : "without";
    const manifest = await getReviewManifest(id);
    await recordReviewExport(viewer, id, { file: "all", texts });
    const files = [
      ...reviewFileKinds.flatMap((kind) =>
        reviewFileFormats.map((format) => ({
          name: `${kind}.${format}`,
          content: () => renderReviewFile(rows, { kind, format, texts }),
        })),
      ),
      { name: "codebook.md", content: renderReviewCodebook(rows, texts) },
      ...(manifest ? [{ name: "manifest.json", content: manifest.content }] : []),
    ];
    await fillFolder(place, (dir) => writeEntries(dir, files));
    report(json, { slug, out: place, texts, items: rows.items.length, decisions: rows.decisions.length }, [
      `wrote ${place}: ${rows.items.length} items, ${rows.decisions.length} decisions`,
    ]);
  });
}

async function reportReview(slug: string, { out, json }: OutputOptions): Promise<void> {
  const place = await requireFree(out);
  await withProduct(async (viewer) => {
    const { renderReviewReport } = await import("#lib/review-exports/report.ts");
    const files = await renderReviewReport(await requireReviewRows(viewer, slug));
    await fillFolder(place, (dir) => writeEntries(dir, files));
    const names = files.map(({ name }) => name);
    report(json, { slug, out: place, files: names }, [`wrote ${place}: ${names.join(", ")}`]);
  });
}

async function keepCases(slug: string, name: string, { json }: { json?: boolean }): Promise<void> {
  await withProduct(async (viewer) => {
    const { benchmarkInput } = await import("#lib/benchmarks/schema.ts");
    const { keepAcceptedCases } = await import("#lib/review-exports/mutations.ts");
    const { state } = await requireReview(viewer, slug);
    const input = benchmarkInput.shape.name.safeParse(name);
    if (!input.success) throw new Refusal("a benchmark’s name has 1 to 120 characters");
    const kept = await keepAcceptedCases(viewer, { slug, name: input.data });
    if (!kept.ok) {
      const refusals = {
        not_found: [`there is no review ${slug}`],
        not_closed: [`${slug} is ${state}: its cases can be kept once it is closed`],
        none_accepted: [`${slug} has no accepted case in an accepted batch: there is nothing to keep`],
        name_taken: [`there is a benchmark ${JSON.stringify(name)} already: choose another name`],
      };
      throw new Refusal(...refusals[kept.error]);
    }
    const { benchmark, cases } = kept.value;
    report(json, { review: slug, benchmark, cases }, [
      `created the benchmark ${benchmark} with ${cases} cases`,
    ]);
  });
}

async function storeFilter(
  slug: string,
  { file: given, json }: { file: string; json?: boolean },
): Promise<void> {
  const file = findFile(given);
  await withProduct(async (viewer) => {
    const filters = await import("#lib/reviews/filter/mutations.ts");
    await requireReview(viewer, slug);
    const stored = await filters.storeFilter(viewer, slug, file);
    if (!stored.ok) throw new Refusal(`${slug} is a draft: it has no items yet`);
    const { problems, filters: models } = stored.value;
    if (problems.length > 0) throw new Refusal(...problemLines(problems), "nothing was stored");
    report(
      json,
      { slug, filters: models },
      models.map(
        ({ model, items, isNewer }) =>
          `stored ${items} decisions of ${model}${isNewer ? ", which count in place of its earlier ones" : ""}`,
      ),
    );
  });
}

/** The document that `/api/v1/reviews/SLUG/results` answers, or the most important of it in words. */
async function showStatus(slug: string, { json }: { json?: boolean }): Promise<void> {
  await withProduct(async (viewer) => {
    const { renderReviewResults } = await import("#lib/study-api/reviews/results-document.ts");
    const rows = await requireReviewRows(viewer, slug);
    const document = renderReviewResults(rows, Date.now());
    report(json, document, await formatStatus(rows, document));
  });
}

type Document = ReturnType<
  (typeof import("#lib/study-api/reviews/results-document.ts"))["renderReviewResults"]
>;

async function formatStatus(
  rows: ReviewRows,
  { funnel, annotators, throughput }: Document,
): Promise<string[]> {
  const { listReviewWarnings, renderReviewMethods } = await import("#lib/review-exports/methods.ts");
  const { days, low, high } = throughput.decisionsDone;
  return [
    `${rows.review.slug} is ${rows.review.state}: ${funnel.decided} of ${funnel.items} items decided, ` +
      `${funnel.checked} checked, ${funnel.waiting} wait for a check, ${funnel.acceptedBatches} of ${funnel.batches} batches accepted`,
    ...annotators.map(
      ({ annotator, decisions, right, reviewed, naive, rate, strategy }) =>
        `annotator ${annotator}: ${decisions} decisions, ${right} of ${reviewed} right` +
        `${naive.value === null ? "" : ` (${asPercent(naive.value)})`}, ${strategy}: ${asPercent(rate)} are checked`,
    ),
    ...(days !== null && days > 0
      ? [`decided in ${days.toFixed(1)} days (${low?.toFixed(1) ?? "?"} to ${high?.toFixed(1) ?? "?"})`]
      : []),
    renderReviewMethods(rows),
    ...listReviewWarnings(rows),
  ];
}

const maxSeed = 2 ** 47;
const share = z.string().transform(Number).pipe(z.number().min(0).max(1));
const shares = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(share).min(1).max(200));
const whole = (most: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(most));
const given = z.object({
  annotators: shares,
  reviewers: shares.default([0.99, 0.99]),
  auditors: whole(20).default(0),
  acceptable: share.default(0.75),
  seed: whole(maxSeed).default(() => randomInt(maxSeed)),
});
const meanings: Readonly<Record<string, string>> = {
  annotators: "--annotators: how often each is right, from 0 to 1, such as 0.98,0.94,0.85",
  reviewers: "--reviewers: the same of each reviewer, such as 0.99,0.99",
  auditors: "--auditors: a whole number from 0 to 20",
  acceptable: "--acceptable: the share of items that ought to be accepted, from 0 to 1",
  seed: "--seed: a whole number",
};

type Options = Partial<Record<keyof typeof meanings, string>> & { accept?: boolean; json?: boolean };

const addSimulateOptions = (command: Command): Command =>
  command
    .requiredOption("--annotators <list>", "how often each annotator is right, such as 0.98,0.94,0.85")
    .option("--reviewers <list>", "the same of each reviewer; 0.99,0.99 if left out")
    .option("--auditors <n>", "how many auditors; none if left out")
    .option("--acceptable <share>", "share of items that ought to be accepted; 0.75 if left out")
    .option("--seed <n>", "the same seed makes the same mistakes; drawn and printed if left out")
    .option("--accept", "accept every batch in which nothing is missing in the end")
    .option("--json", "print one JSON object");

async function simulate(slug: string, { accept = false, json, ...options }: Options): Promise<void> {
  const asked = given.safeParse(options);
  if (!asked.success)
    throw new Refusal(...new Set(asked.error.issues.map(({ path: [name] }) => meanings[String(name)] ?? "")));
  await withProduct(async (viewer) => {
    const { simulateReview } = await import("#lib/simulation/review/simulate-review.ts");
    const { state } = await requireReview(viewer, slug);
    const signal = listenForStop();
    const { seed, ...wanted } = asked.data;
    const made = await simulateReview(
      viewer,
      slug,
      { ...wanted, seed: BigInt(seed), acceptsBatches: accept },
      { signal },
    );
    if (!made.ok) throw new Refusal(`${slug} is ${state}: simulated people go through open reviews`);
    const { decisions, checks, audits, acceptedBatches } = made.value;
    report(json, { slug, seed, ...made.value }, [
      `simulated ${decisions} decisions, ${checks} checks and ${audits} audits with the seed ${seed}; ${acceptedBatches} batches accepted`,
      "the review is marked as simulated for good",
    ]);
  });
}
