import "server-only";
import { randomInt } from "node:crypto";
import pg from "pg";
import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { copyRows, type BulkClient } from "#lib/bulk/copy.ts";
import { inBulkTransaction, lockBenchmark } from "#lib/bulk/transaction.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { findProblems } from "#lib/reviews/plan/findings.ts";
import { agreementRule, makeReviewManifest } from "#lib/reviews/plan/manifest.ts";
import {
  getReview,
  type Review,
  sourceQuestion,
  type SourceCase,
  getSourceFacts,
} from "#lib/reviews/plan/queries.ts";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import product from "#package.json" with { type: "json" };

type Admin = Viewer<"admin">;
export type OpeningRefusal =
  | "not_found"
  | "not_draft"
  | "conflict"
  /** `fields` name what is missing: finding code → place. */
  | "not_ready"
  /** An import into the benchmark is under way. */
  | "import_runs";
type OpeningResult = Result<{ hash: string; items: number }, OpeningRefusal>;

const patience = "10s";
const lockNotAvailable = "55P03";

/**
 * Freezes the settings and the cases as they are now, all of it or nothing: the revision is that of the settings that were
 * looked at. Imports into the benchmark wait meanwhile.
 */
export async function openReview(
  viewer: Admin,
  slug: string,
  { revision, seed = BigInt(randomInt(1, 2 ** 47)) }: { revision: number; seed?: bigint },
): Promise<OpeningResult> {
  const review = await getReview(viewer, slug);
  if (!review) return fail("not_found");
  if (review.state !== "draft") return fail("not_draft");
  if (review.revision !== revision) return fail("conflict");
  const problems = findProblems(review.settings, await getSourceFacts(review.id, review.settings));
  const { benchmark } = review;
  if (problems.length > 0 || !benchmark)
    return fail("not_ready", Object.fromEntries(problems.map(({ code, place }) => [code, place])));
  try {
    return await inBulkTransaction(
      async (client) => {
        await client.query(`SET LOCAL lock_timeout = '${patience}'`);
        await lockBenchmark(client, benchmark.id);
        return openLocked(client, viewer, { ...review, benchmark }, seed);
      },
      { keep: ({ ok }) => ok, fills: ["review_items"] },
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) return fail("import_runs");
    throw error;
  }
}

type Draft = Review & { benchmark: NonNullable<Review["benchmark"]> };

async function openLocked(
  client: BulkClient,
  viewer: Admin,
  review: Draft,
  seed: bigint,
): Promise<OpeningResult> {
  const held = await lockDraft(client, review);
  if (!held.ok) return held;
  const { studyId, isSimulated } = held.value;
  const { id, title, slug, template, settings, benchmark, study } = review;
  const { text, values } = sourceQuestion({ benchmarkId: benchmark.id, studyId }, settings);
  const { rows: cases } = await client.query<SourceCase>(text, [...values]);
  if (cases.length === 0) return fail("not_ready", { no_items: "source" });
  const ordered =
    settings.order === "file" ? cases : orderBySeed(cases, seed, ({ track, key }) => `${track}\0${key}`);
  const items = ordered.map((one, index) => ({
    ...one,
    number: index + 1,
    batch: Math.floor(index / settings.batchSize) + 1,
  }));
  const answers = isSimulated ? ("simulated" as const) : ("people" as const);
  const openedAt = new Date();
  const { content, hash } = makeReviewManifest({
    title,
    slug,
    template,
    openedAt: openedAt.toISOString(),
    software: { name: product.name, version: product.version },
    benchmark: { slug: benchmark.slug, name: benchmark.name },
    ...(study && { study: { slug: study.slug, title: study.title, rule: agreementRule, answers } }),
    settings,
    seed,
    items: items.map(({ versionId: _, hash: sha256, ...item }) => ({ ...item, sha256 })),
  });
  await client.query(
    "INSERT INTO review_batches (review_id, number) SELECT $1, generate_series(1, $2::int)",
    [id, items.at(-1)?.batch ?? 0],
  );
  const ofReview = Buffer.from(id.replaceAll("-", ""), "hex");
  const rows = new BinaryRows("review_items (review_id, number, batch, case_version_id)");
  for (const { number, batch, versionId } of items)
    rows.begin().text(ofReview).int4(number).int4(batch).int4(versionId);
  await copyRows(client, rows);
  await client.query(
    "INSERT INTO review_manifests (review_id, content, hash, frozen_at) VALUES ($1, $2, decode($3, 'hex'), $4)",
    [id, content, hash, openedAt],
  );
  await client.query(
    `UPDATE reviews SET state = 'open', seed = $2, opened_at = $3, has_simulated = has_simulated OR $4 WHERE id = $1`,
    [id, seed.toString(), openedAt, isSimulated],
  );
  const details = { slug, hash, items: items.length };
  await recordBulkEvent(client, viewer, "review.opened", { type: "review", id }, details);
  return succeed({ hash, items: items.length });
}

type LockedDraft = { studyId: string | null; isSimulated: boolean };

/** Held to the end: nobody saves the draft, opens or removes it meanwhile. */
async function lockDraft(
  client: BulkClient,
  { id, revision }: Draft,
): Promise<Result<LockedDraft, OpeningRefusal>> {
  const { rows } = await client.query<LockedDraft & { state: string; revision: number }>(
    `SELECT state::text, settings_revision AS revision, study_id AS "studyId",
       study_id IS NOT NULL AND NOT EXISTS (SELECT FROM sittings s
         WHERE s.study_id = reviews.study_id AND s.state = 'submitted' AND NOT s.is_simulated) AS "isSimulated"
     FROM reviews WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  const [now] = rows;
  if (!now) return fail("not_found");
  if (now.state !== "draft") return fail("not_draft");
  return now.revision === revision ? succeed(now) : fail("conflict");
}
