import "server-only";
import { z } from "zod";
import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import { lookUpReview, type SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { copyRows, type BulkClient } from "#lib/bulk/copy.ts";
import { inBulkTransaction } from "#lib/bulk/transaction.ts";
import { type Reading, readHead } from "#lib/files/text-file.ts";
import { type ImportProblem, wholeFile } from "#lib/files/file-problems.ts";
import { ImportProgress, type ImportControl } from "#lib/files/import-progress.ts";
import { type LineProblem, readScannedLine } from "#lib/files/json-document.ts";
import { openLines } from "#lib/files/line-scanner.ts";
import { printable } from "#lib/files/printable.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import type { FilterReport, FilterSummary } from "#lib/reviews/filter/schema.ts";
import { settingsSchema } from "#lib/reviews/plan/schema.ts";

const text = (key: string, most: number) =>
  z
    .string(`${key} must be text.`)
    .trim()
    .min(1, `${key} can’t be empty.`)
    .max(most, `${key} can have at most ${most} characters.`);

const shape = {
  model: text("model", 200),
  case: text("case", 200),
  track: text("track", 60).nullish(),
  decision: z.enum(["accept", "reject"], "decision must be “accept” or “reject”."),
  reason: text("reason", 40).nullish(),
};
const named = new Intl.ListFormat("en").format(Object.keys(shape));

const filterLine = z
  .strictObject(shape, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys"
        ? `There is no such key: ${(keys as string[]).join(", ")}. A line has ${named}; correct or remove the others.`
        : `A line must be an object with ${named}.`,
  })
  .refine(({ decision, reason }) => decision === "reject" || reason == null, {
    error: "What is accepted has no reason. Remove it, or say “reject”.",
    path: ["reason"],
  });

type FilterLine = z.output<typeof filterLine>;

type Admin = Viewer<"admin">;
type Problem = "not_found" | "not_opened";

const unattended: ImportControl = { signal: new AbortController().signal, progress: () => undefined };

/**
 * What models say of a review's items; the newest of a model's is what counts. Of a file with anything wrong in it nothing is
 * stored. Those who decide and check are never shown it.
 */
export async function storeFilter(
  viewer: Admin,
  slug: string,
  file: { path: string; name: string },
  control: ImportControl = unattended,
): Promise<Result<FilterReport, Problem>> {
  const review = await lookUpReview(viewer, { slug }, { state: true, settings: true });
  if (!review) return fail("not_found");
  if (review.state === "draft") return fail("not_opened");
  const { reasons } = settingsSchema.parse(review.settings).decisions;
  return inBulkTransaction(
    async (client) => {
      // Of two files of the same model one is the newer.
      await client.query("SELECT pg_advisory_xact_lock(hashtext('review filter'), hashtext($1))", [
        review.id,
      ]);
      const items = await listItems(client, review.id);
      const asked = { items, reasons: reasons.map(({ key }) => key) };
      const read = await readFilterFile(
        file,
        asked,
        new ImportProgress([file], 1, control).nextFile(file.path),
      );
      if (!read.ok) return succeed({ filters: [], problems: read.problems });
      const filters = await store(client, { viewer, review: review.id }, read.said);
      const subject = { type: "review", id: review.id };
      await recordBulkEvent(client, viewer, "review.filter_stored", subject, { filters });
      return succeed({ filters, problems: [] });
    },
    {
      signal: control.signal,
      confirm: control.confirm,
      keep: ({ value }) => value.problems.length === 0,
      fills: ["review_filter_decisions"],
    },
  );
}

async function listItems(client: BulkClient, review: SeenReviewId): Promise<ReviewItem[]> {
  const { rows } = await client.query<ReviewItem>(
    `SELECT i.id, t.name AS track, c.key FROM review_items i JOIN case_versions v ON v.id = i.case_version_id
       JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
     WHERE i.review_id = $1`,
    [review],
  );
  return rows;
}

async function store(
  client: BulkClient,
  { viewer, review }: { viewer: Admin; review: SeenReviewId },
  said: readonly FilterDecision[],
): Promise<FilterSummary[]> {
  const byModel = Map.groupBy(said, ({ model }) => model);
  const models = [...byModel.keys()];
  const { rows: before } = await client.query<{ model: string }>(
    "SELECT DISTINCT model FROM review_filters WHERE review_id = $1 AND model = ANY ($2)",
    [review, models],
  );
  const { rows: made } = await client.query<{ id: number; model: string }>(
    `INSERT INTO review_filters (review_id, model, stored_by_id) SELECT $1, model, $3
     FROM unnest($2::text[]) AS model RETURNING id, model`,
    [review, models, viewer.actor.id],
  );
  const idOf = new Map(made.map(({ model, id }) => [model, id]));
  const ofReview = Buffer.from(review.replaceAll("-", ""), "hex");
  const rows = new BinaryRows("review_filter_decisions (filter_id, review_id, item_id, accepts, reason)");
  for (const { model, item, accepts, reason } of said)
    rows
      .begin()
      .int4(idOf.get(model) ?? 0)
      .text(ofReview)
      .int4(item)
      .bool(accepts)
      .text(reason);
  await copyRows(client, rows);
  const known = new Set(before.map(({ model }) => model));
  return [...byModel].map(([model, { length: items }]) => ({ model, items, isNewer: known.has(model) }));
}

type ReviewItem = { id: number; track: string; key: string };
type FilterDecision = { model: string; item: number; accepts: boolean; reason: string | null };
type ReadFilter =
  | { ok: true; said: readonly FilterDecision[] }
  | { ok: false; problems: readonly ImportProblem[] };

/** Beyond this it is not the file that it should be. */
const maxProblems = 1000;

/** What models say of a review's items, one line an item. Nothing of a file is good in which anything is wrong. */
async function readFilterFile(
  { path, name }: { path: string; name: string },
  { items, reasons }: { items: readonly ReviewItem[]; reasons: readonly string[] },
  reading: Reading = {},
): Promise<ReadFilter> {
  const refuse = (...problems: Omit<ImportProblem, "file">[]): ReadFilter => ({
    ok: false,
    problems: problems.map((problem) => ({ ...problem, file: name, found: printable(problem.found) })),
  });
  const head = await readHead(path, 0);
  if (!head.ok) return refuse(wholeFile(head));
  const byKey = Map.groupBy(items, ({ key }) => key);
  /** Where something was said of an item before, by item and model. */
  const lines = new Map<string, number>();
  const said: FilterDecision[] = [];
  const problems: LineProblem[] = [];
  const take = (line: number, { model, case: key, track = null, decision, reason = null }: FilterLine) => {
    const report = (column: string, found: string, problem: string) =>
      problems.push({ line, column, found, problem });
    const called = byKey.get(key) ?? [];
    const [item, other] = called.filter((one) => track === null || one.track === track);
    if (!item)
      return called.length === 0
        ? report("case", key, "No case of this review has this id. Correct it, or remove the line.")
        : report("track", track ?? "", `This case isn’t on that track, but on ${tracksOf(called)}.`);
    if (other) return report("case", key, `There is such a case on ${tracksOf(called)}: name the track.`);
    if (reason !== null && !reasons.includes(reason))
      return report("reason", reason, `The plan has no such reason. ${inWords(reasons)}`);
    const of = `${item.id} ${model}`;
    const before = lines.get(of);
    if (before !== undefined)
      return report(
        "case",
        key,
        `This model has said something of this case on line ${before}. Keep one line.`,
      );
    lines.set(of, line);
    return said.push({ model, item: item.id, accepts: decision === "accept", reason });
  };
  for await (const batch of openLines(path, reading))
    for (const scanned of batch) {
      const read = readScannedLine(scanned, () => filterLine);
      if (read.ok) take(scanned.line, read.value);
      else problems.push(...read.problems);
      if (problems.length >= maxProblems) return refuse(...problems, tooMany);
    }
  if (problems.length > 0) return refuse(...problems);
  return said.length > 0 ? { ok: true, said } : refuse(wholeFile({ error: "empty_file" }));
}

const tooMany = {
  line: null,
  column: null,
  found: "",
  problem: `Reading stopped here, after ${maxProblems.toLocaleString("en")} problems. This is probably not the file you meant.`,
};

const tracksOf = (items: readonly ReviewItem[]) => items.map(({ track }) => `“${track}”`).join(", ");
const inWords = (reasons: readonly string[]) =>
  reasons.length > 0 ? `Its reasons are ${reasons.join(", ")}.` : "It has no reasons: leave the key out.";
