import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { lookUpReview, type SeenReviewId } from "#lib/auth/review-scope.ts";
import { ask } from "#lib/db.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import { templateNames } from "#lib/reviews/plan/schema.ts";
import { getFrozenSettings } from "#lib/reviews/queue/settings-queries.ts";
import { readDecisions, readFilters } from "#lib/reviews/results/decisions-queries.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import type { BatchRow, DecisionRow, ItemRow, MemberRow, ReviewRows } from "#lib/reviews/results/rows.ts";

type StillItem = Omit<ItemRow, "round"> & { id: number };
type UnchangingItems = { items: readonly StillItem[]; placeOf: ReadonlyMap<number, number> };

const maxReviews = 8;
const rowsOf = processSingleton(
  "rows of reviews",
  () => new BoundedMap<string, Promise<ReviewRows>>(maxReviews, "reviews"),
);
/** Items don't change once a review has opened, but for their rounds. */
const itemsOf = processSingleton(
  "items of reviews",
  () => new BoundedMap<string, Promise<UnchangingItems>>(maxReviews),
);

/**
 * The one place where the rows of every figure of a review come from: screens, reports, files, programs and the command
 * line. What is in memory is used for as long as its stamp holds; then what is new is read beside it. Null for a draft,
 * and for a review that isn't the viewer's.
 */
export async function getReviewRows(viewer: Staff, slug: string): Promise<ReviewRows | null> {
  const review = await findReview(viewer, slug);
  if (!review) return null;
  const known = await rowsOf.get(review.id)?.catch(() => null);
  if (known?.stamp === review.stamp) return known;
  const rows = await (begun.get(review.id) ?? read(review, known ?? null));
  return rows.stamp === review.stamp ? rows : read(review, rows);
}

/**
 * Of reviews that nobody has looked at since this process began, rows and figures before somebody does: the first time is
 * the only one that takes long.
 */
export async function readAhead(viewer: Staff, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    const review = await findReview(viewer, slug);
    if (!review || rowsOf.has(review.id) || begun.has(review.id)) continue;
    reviewFigures(await read(review, null));
  }
}

/** What is being read: whoever asks meanwhile waits for the same. */
const begun = processSingleton("readings of reviews", () => new Map<string, Promise<ReviewRows>>());

function read(review: ReviewRow, known: ReviewRows | null): Promise<ReviewRows> {
  const reading = readRows(review, known);
  begun.set(review.id, reading);
  reading
    .then(() => rowsOf.set(review.id, reading))
    .catch(() => undefined)
    .finally(() => {
      if (begun.get(review.id) === reading) begun.delete(review.id);
    });
  return reading;
}

type ReviewRow = NonNullable<Awaited<ReturnType<typeof findReview>>>;

async function findReview(viewer: Staff, slug: string) {
  const found = await lookUpReview(
    viewer,
    { slug, NOT: { state: "draft" } },
    {
      slug: true,
      title: true,
      state: true,
      template: true,
      hasSimulated: true,
      isDemo: true,
      openedAt: true,
      closedAt: true,
      benchmark: { select: { slug: true, name: true } },
    },
  );
  if (!found) return null;
  const { counts, ...marks } = await readMarks(found.id);
  const stamp = [found.id, found.title, found.state, found.hasSimulated, counts].join(" ");
  return { ...found, ...marks, stamp, counts: counts.split(" ") };
}

type Marks = { counts: string; manifestHash: string; readAt: Date };

/** In SQL: counts tell what is new where nothing is ever changed, and Prisma has no digests. */
async function readMarks(id: SeenReviewId): Promise<Marks> {
  const [found] = await ask<Marks>(
    "marks of a review",
    `SELECT concat_ws(' ',
         (SELECT count(*) FROM review_decisions WHERE review_id = $1),
         (SELECT count(*) FROM review_checks WHERE review_id = $1),
         (SELECT count(*) FROM review_audits WHERE review_id = $1),
         (SELECT count(*) FROM review_dispute_steps WHERE review_id = $1),
         (SELECT count(*) FROM review_batch_outcomes WHERE review_id = $1),
         (SELECT md5(coalesce(string_agg(concat_ws(' ', number, parts), ',' ORDER BY number), '')) FROM review_members WHERE review_id = $1),
         (SELECT count(*) FROM review_filters WHERE review_id = $1)
       ) AS counts, encode(hash, 'hex') AS "manifestHash", now() AS "readAt"
     FROM review_manifests WHERE review_id = $1`,
    [id],
  );
  if (!found) throw new Error(`the review ${id} has opened without a manifest`);
  return found;
}

async function readRows(found: ReviewRow, known: ReviewRows | null): Promise<ReviewRows> {
  const { id, stamp, readAt, counts, template, openedAt, benchmark, ...review } = found;
  const named = templateNames.find((name) => name === template);
  if (!openedAt || !benchmark || !named) throw new Error(`the review ${id} has opened without its benchmark`);
  const { items: still, placeOf } = await readItems(id, review.manifestHash);
  const [{ seed: _seed, ...settings }, members, batches, rounds, decisions, filters] = await Promise.all([
    getFrozenSettings({ reviewId: id, manifestHash: review.manifestHash }),
    readMembers(id),
    readBatches(id),
    readRounds(id),
    readDecisions(id, placeOf, known).then((read) =>
      known && !holds(read, counts) ? readDecisions(id, placeOf, null) : read,
    ),
    known && lastOf(known.stamp) === counts.at(-1) ? known.filters : readFilters(id, placeOf),
  ]);
  return {
    stamp,
    readAt,
    settings,
    members,
    batches,
    decisions,
    filters,
    review: { ...review, template: named, openedAt, benchmark },
    items: still.map(({ id: itemId, ...item }) => ({ ...item, round: rounds.get(itemId) ?? 1 })),
  };
}

/** What filters said is counted last. */
const lastOf = (stamp: string) => stamp.split(" ").at(-1);

/** Whether they are all that were counted: revisions count from 1. More may have come since. */
function holds(decisions: readonly DecisionRow[], [saved, checked, audited]: readonly string[]): boolean {
  let [revisions, checks, audits] = [0, 0, 0];
  for (const { revision, check, second } of decisions) {
    revisions += revision;
    checks += Number(check !== null) + Number(second !== null);
    audits += Number(check?.audit != null) + Number(second?.audit != null);
  }
  return revisions >= Number(saved) && checks >= Number(checked) && audits >= Number(audited);
}

function readItems(review: SeenReviewId, hash: string): Promise<UnchangingItems> {
  const key = `${review} ${hash}`;
  const known = itemsOf.get(key);
  if (known) return known;
  const reading = listItems(review);
  itemsOf.set(key, reading);
  reading.catch(() => itemsOf.delete(key));
  return reading;
}

// In SQL: 32,000 items take Prisma three times as long.
async function listItems(review: SeenReviewId): Promise<UnchangingItems> {
  const items = await ask<StillItem>(
    "items of a review",
    `SELECT i.id, i.number, i.batch, t.name AS track, c.key, v.number AS version
     FROM review_items i JOIN case_versions v ON v.id = i.case_version_id JOIN cases c ON c.id = v.case_id
       JOIN tracks t ON t.id = c.track_id
     WHERE i.review_id = $1 ORDER BY i.number`,
    [review],
  );
  return { items, placeOf: new Map(items.map(({ id }, place) => [id, place])) };
}

/** Of items whose batch was returned; all others are in their first. */
async function readRounds(review: SeenReviewId): Promise<Map<number, number>> {
  const found = await ask<{ id: number; round: number }>(
    "rounds of a review",
    `SELECT id, round FROM review_items WHERE review_id = $1 AND round > 1`,
    [review],
  );
  return new Map(found.map(({ id, round }) => [id, round]));
}

const readMembers = (review: SeenReviewId): Promise<MemberRow[]> =>
  ask<MemberRow>(
    "members of a review",
    `SELECT number, parts::text[], is_simulated AS "isSimulated" FROM review_members WHERE review_id = $1 ORDER BY number`,
    [review],
  );

const readBatches = (review: SeenReviewId): Promise<BatchRow[]> =>
  ask<BatchRow>(
    "batches of a review",
    `SELECT number, round, state = 'accepted' AS "isAccepted" FROM review_batches WHERE review_id = $1 ORDER BY number`,
    [review],
  );
