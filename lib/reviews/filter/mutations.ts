import "server-only";
import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import { lookUpReview, type SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { copyRows, type BulkClient } from "#lib/bulk/copy.ts";
import { inBulkTransaction } from "#lib/bulk/transaction.ts";
import { ImportProgress, type ImportControl } from "#lib/files/import-progress.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { readFilterFile, type Asked, type Said } from "#lib/reviews/filter/filter-file.ts";
import type { FilterReport, StoredFilter } from "#lib/reviews/filter/schema.ts";
import { settingsSchema } from "#lib/reviews/plan/schema.ts";

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

async function listItems(client: BulkClient, review: SeenReviewId): Promise<Asked["items"]> {
  const { rows } = await client.query<Asked["items"][number]>(
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
  said: readonly Said[],
): Promise<StoredFilter[]> {
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
