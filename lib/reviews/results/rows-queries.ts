import "server-only";
import { lookUpReview, type SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { ask } from "#lib/db.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import {
  type ReviewSettings,
  type ReviewPart,
  type ReviewState,
  type TemplateName,
  templateNames,
} from "#lib/reviews/plan/schema.ts";
import { getFrozenSettings } from "#lib/reviews/queue/queries.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";

/** A reviewer's verdict. Members are told by their numbers in the review, here and everywhere below. */
export type CheckRow = {
  readonly reviewer: number;
  readonly isRight: boolean;
  readonly errorType: string | null;
  readonly correctedAccepts: boolean | null;
  readonly correctedReason: string | null;
  readonly comment: string;
  readonly givenAt: number;
  /** What the reviewer said before being shown the decision. */
  readonly blind: { readonly accepts: boolean; readonly reason: string | null } | null;
  /** Null where nobody objected; `open` until somebody has answered, and ruled where the answer kept the check. */
  readonly dispute: "open" | "taken_back" | "upheld" | "overruled" | null;
  readonly isAuditDrawn: boolean;
  readonly audit: { readonly auditor: number; readonly agrees: boolean } | null;
};

/** What an annotator says of an item in one of its rounds, as it stands now, and how it was drawn. */
export type DecisionRow = {
  /** The item's place among the rows' items. */
  readonly item: number;
  readonly round: number;
  readonly annotator: number;
  readonly ordinal: number;
  readonly revision: number;
  readonly accepts: boolean;
  readonly reason: string | null;
  readonly comment: string;
  readonly givenAt: number;
  readonly rate: number;
  readonly band: number | null;
  readonly isDrawn: boolean;
  readonly isDrawnTwice: boolean;
  readonly reviewedBefore: number;
  readonly rightBefore: number;
  readonly check: CheckRow | null;
  readonly second: CheckRow | null;
};

export type ItemRow = {
  readonly number: number;
  readonly batch: number;
  readonly round: number;
  readonly track: string;
  readonly key: string;
  readonly version: number;
};

export type ReviewRows = {
  readonly stamp: string;
  /** By the database's clock: all that was said until then is in it. */
  readonly readAt: Date;
  readonly review: {
    readonly slug: string;
    readonly title: string;
    readonly state: ReviewState;
    readonly template: TemplateName;
    readonly hasSimulated: boolean;
    readonly isDemo: boolean;
    readonly openedAt: Date;
    readonly closedAt: Date | null;
    /** How often it was opened again after it had closed. */
    readonly reopenings: number;
    readonly benchmark: { readonly slug: string; readonly name: string };
    readonly manifestHash: string;
  };
  readonly settings: ReviewSettings;
  readonly members: readonly {
    readonly number: number;
    readonly parts: readonly ReviewPart[];
    readonly isSimulated: boolean;
  }[];
  readonly items: readonly ItemRow[];
  readonly batches: readonly {
    readonly number: number;
    readonly round: number;
    readonly isAccepted: boolean;
  }[];
  /** Of every round, in the order of the items. */
  readonly decisions: readonly DecisionRow[];
  /** What filters, such as language models, said of items, by their places. */
  readonly filters: readonly {
    readonly judge: string;
    readonly decisions: readonly { readonly item: number; readonly accepts: boolean }[];
  }[];
};

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
  const stamp = [found.id, found.title, found.state, marks.reopenings, found.hasSimulated, counts].join(" ");
  return { ...found, ...marks, stamp, counts: counts.split(" ") };
}

/** In SQL: counts tell what is new where nothing is ever changed, and Prisma has no digests. */
async function readMarks(id: SeenReviewId) {
  const [found] = await ask<{ counts: string; manifestHash: string; readAt: Date; reopenings: number }>(
    "marks of a review",
    `SELECT concat_ws(' ',
         (SELECT count(*) FROM review_decisions WHERE review_id = $1),
         (SELECT count(*) FROM review_checks WHERE review_id = $1),
         (SELECT count(*) FROM review_audits WHERE review_id = $1),
         (SELECT count(*) FROM review_dispute_steps WHERE review_id = $1),
         (SELECT count(*) FROM review_batch_outcomes WHERE review_id = $1),
         (SELECT md5(coalesce(string_agg(concat_ws(' ', number, parts), ',' ORDER BY number), '')) FROM review_members WHERE review_id = $1),
         (SELECT count(*) FROM review_filters WHERE review_id = $1)
       ) AS counts, encode(hash, 'hex') AS "manifestHash", now() AS "readAt",
       (SELECT count(*)::int FROM audit_events WHERE subject_type = 'review' AND subject_id = $1::text
         AND action = 'review.reopened' AND details->>'from' = 'closed') AS reopenings
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
  // In SQL: as many rows take Prisma several times as long.
  const [{ seed: _seed, ...settings }, members, batches, rounds, decisions, filters] = await Promise.all([
    getFrozenSettings({ reviewId: id, manifestHash: review.manifestHash }),
    ask<ReviewRows["members"][number]>(
      "members of a review",
      `SELECT number, parts::text[], is_simulated AS "isSimulated" FROM review_members WHERE review_id = $1 ORDER BY number`,
      [id],
    ),
    ask<ReviewRows["batches"][number]>(
      "batches of a review",
      `SELECT number, round, state = 'accepted' AS "isAccepted" FROM review_batches WHERE review_id = $1 ORDER BY number`,
      [id],
    ),
    // Of items whose batch was returned; all others are in their first.
    ask<{ id: number; round: number }>(
      "rounds of a review",
      `SELECT id, round FROM review_items WHERE review_id = $1 AND round > 1`,
      [id],
    ),
    readDecisions(id, placeOf, known).then((read) =>
      known && !holds(read, counts) ? readDecisions(id, placeOf, null) : read,
    ),
    // What filters said is counted last.
    known?.stamp.split(" ").at(-1) === counts.at(-1) && known ? known.filters : readFilters(id, placeOf),
  ]);
  const roundOf = new Map(rounds.map((item) => [item.id, item.round]));
  return {
    stamp,
    readAt,
    settings,
    members,
    batches,
    decisions,
    filters,
    review: { ...review, template: named, openedAt, benchmark },
    items: still.map(({ id: itemId, ...item }) => ({ ...item, round: roundOf.get(itemId) ?? 1 })),
  };
}

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
  const reading = ask<StillItem>(
    "items of a review",
    `SELECT i.id, i.number, i.batch, t.name AS track, c.key, v.number AS version
     FROM review_items i JOIN case_versions v ON v.id = i.case_version_id JOIN cases c ON c.id = v.case_id
       JOIN tracks t ON t.id = c.track_id
     WHERE i.review_id = $1 ORDER BY i.number`,
    [review],
  ).then((items) => ({ items, placeOf: new Map(items.map(({ id }, place) => [id, place])) }));
  itemsOf.set(key, reading);
  reading.catch(() => itemsOf.delete(key));
  return reading;
}

type Places = ReadonlyMap<number, number>;

const keyOf = (item: number, round: number) => item * 32_768 + round;

/** How it was drawn stands in the first revision alone. */
type Revision = Omit<DecisionRow, "item" | "isDrawn" | "check" | "second"> & {
  itemId: number;
  isDrawn: boolean | null;
};

// Longer than anybody's transaction may take: what is stored bears the time at which its transaction began.
const overlapMs = 2 * 60_000;

/**
 * What stands of each item in each round, with how it was drawn when it was first made. Nothing is ever changed or taken
 * away, so that beside what is known, with when that was read by the database's clock, only what is new is read.
 */
export async function readDecisions(
  review: SeenReviewId,
  placeOf: Places,
  known: Pick<ReviewRows, "decisions" | "readAt"> | null,
): Promise<DecisionRow[]> {
  const since = known ? new Date(known.readAt.getTime() - overlapMs) : new Date(0);
  const [revisions, checks] = await Promise.all([
    ask<Revision>(
      "decisions of a review",
      `SELECT d.item_id AS "itemId", d.round, m.number AS annotator, d.ordinal, d.revision, d.accepts, d.reason, d.comment,
         (extract(epoch FROM d.given_at) * 1000)::float8 AS "givenAt", d.rate, d.band, d.drawn AS "isDrawn",
         coalesce(d.drawn_twice, false) AS "isDrawnTwice", d.reviewed_before AS "reviewedBefore", d.right_before AS "rightBefore"
       FROM review_decisions d JOIN review_members m ON m.review_id = d.review_id AND m.user_id = d.annotator_id
       WHERE d.review_id = $1 AND d.saved_at >= $2`,
      [review, since],
    ),
    readChecks(review, since),
  ]);
  const rows = new Map(known?.decisions.map((one) => [keyOf(one.item, one.round), one]));
  for (const { itemId, ...said } of revisions.sort((a, b) => a.revision - b.revision)) {
    const item = placeOf.get(itemId) ?? -1;
    const key = keyOf(item, said.round);
    const before = rows.get(key);
    const { revision, accepts, reason, comment, givenAt } = said;
    if (revision === 1 && !before)
      rows.set(key, { ...said, item, isDrawn: said.isDrawn === true, check: null, second: null });
    else if (before && revision > before.revision)
      rows.set(key, { ...before, revision, accepts, reason, comment, givenAt });
  }
  for (const { itemId, round, place, blindAccepts, blindReason, auditor, agrees, ...check } of checks) {
    const key = keyOf(placeOf.get(itemId) ?? -1, round);
    const row = rows.get(key);
    const blind = blindAccepts === null ? null : { accepts: blindAccepts, reason: blindReason };
    const audit = auditor === null || agrees === null ? null : { auditor, agrees };
    if (row) rows.set(key, { ...row, [place === 1 ? "check" : "second"]: { ...check, blind, audit } });
  }
  return [...rows.values()].sort((a, b) => a.item - b.item || a.round - b.round);
}

type Check = Omit<CheckRow, "blind" | "audit"> & {
  itemId: number;
  round: number;
  place: number;
  blindAccepts: boolean | null;
  blindReason: string | null;
  auditor: number | null;
  agrees: boolean | null;
};

/**
 * Those that are new, or audited since, and all to which somebody objected. In SQL: what was said blind, of a dispute and by
 * the auditor beside each check, in one pass.
 */
const readChecks = (review: SeenReviewId, since: Date): Promise<Check[]> =>
  ask<Check>(
    "checks of a review",
    `SELECT c.item_id AS "itemId", c.round, c.place, m.number AS reviewer, c.is_right AS "isRight", c.error_type AS "errorType",
       c.corrected_accepts AS "correctedAccepts", c.corrected_reason AS "correctedReason", c.comment,
       (extract(epoch FROM c.given_at) * 1000)::float8 AS "givenAt", c.audit_drawn AS "isAuditDrawn",
       b.accepts AS "blindAccepts", b.reason AS "blindReason",
       CASE WHEN s.id IS NULL THEN NULL WHEN r.stands THEN 'upheld' WHEN NOT r.stands THEN 'overruled'
         WHEN NOT n.stands THEN 'taken_back' ELSE 'open' END AS dispute, p.number AS auditor, a.agrees
     FROM review_checks c
       JOIN review_members m ON m.review_id = c.review_id AND m.user_id = c.reviewer_id
       LEFT JOIN review_blind_decisions b
         ON b.item_id = c.item_id AND b.round = c.round AND b.place = c.place AND b.reviewer_id = c.reviewer_id
       LEFT JOIN review_dispute_steps s ON s.check_id = c.id AND s.step = 'objection'
       LEFT JOIN review_dispute_steps n ON n.check_id = c.id AND n.step = 'answer'
       LEFT JOIN review_dispute_steps r ON r.check_id = c.id AND r.step = 'ruling'
       LEFT JOIN review_audits a ON a.check_id = c.id
       LEFT JOIN review_members p ON p.review_id = a.review_id AND p.user_id = a.auditor_id
     WHERE c.review_id = $1 AND (c.saved_at >= $2 OR a.saved_at >= $2 OR s.id IS NOT NULL)`,
    [review, since],
  );

/** The newest of what models said beside people, model by model. In SQL: aggregated in the database, a row a model. */
async function readFilters(review: SeenReviewId, placeOf: Places): Promise<ReviewRows["filters"]> {
  const found = await ask<{ judge: string; items: number[]; accepts: boolean[] }>(
    "filters of a review",
    `SELECT f.model AS judge, array_agg(d.item_id ORDER BY d.item_id) AS items, array_agg(d.accepts ORDER BY d.item_id) AS accepts
     FROM (SELECT DISTINCT ON (model) id, model FROM review_filters WHERE review_id = $1 ORDER BY model, id DESC) f
       JOIN review_filter_decisions d ON d.filter_id = f.id
     GROUP BY f.model ORDER BY f.model`,
    [review],
  );
  return found.map(({ judge, items, accepts }) => ({
    judge,
    decisions: items.map((item, i) => ({ item: placeOf.get(item) ?? -1, accepts: accepts[i] === true })),
  }));
}
