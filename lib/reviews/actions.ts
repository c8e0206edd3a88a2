"use server";

import { refresh } from "next/cache";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { defineAction } from "#lib/auth/define-action.ts";
import { jsonField } from "#lib/auth/request/json-field.ts";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { lookUpReview, type SeenReviewId } from "#lib/auth/review-scope.ts";
import { withoutNul, writtenText } from "#lib/auth/schema.ts";
import { freshMinutes } from "#lib/auth/second-factor/schema.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { line } from "#lib/plain-values.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import * as batches from "#lib/reviews/batches/mutations.ts";
import { acceptance, returning } from "#lib/reviews/batches/schema.ts";
import { ruleOn } from "#lib/reviews/checking/mutations.ts";
import { ruling } from "#lib/reviews/checking/schema.ts";
import * as members from "#lib/reviews/plan/member-mutations.ts";
import * as plans from "#lib/reviews/plan/mutations.ts";
import { openReview } from "#lib/reviews/plan/opening-mutations.ts";
import { comment, newReview, partsInput, reviewTitle } from "#lib/reviews/plan/schema.ts";

// What the forms of a review send.

const slug = z.string().min(1).max(200).regex(withoutNul);
const revision = z.coerce.number().pipe(z.int().min(0).max(2_147_483_647));
const noneOr = z.union([z.literal("").transform(() => null), slug]).default(null);
const source = { benchmark: noneOr, study: noneOr };
const ofReview = z.object({ slug });
/** What can't be undone: the title is typed. */
const confirmed = ofReview.extend({ confirmation: writtenText(200) });
/** "annotator,reviewer" */
const parts = z
  .string()
  .max(200)
  .transform((text) => text.split(",").filter((part) => part !== ""))
  .pipe(partsInput);
const userId = z.uuid();

function refreshed<T, E extends string>(result: Result<T, E>): Result<T, E> {
  if (result.ok) refresh();
  return result;
}

/** An action on a review that the viewer is found to see. */
const onReview =
  <V extends Staff, Input extends object, T, E extends string>(
    run: (viewer: V, reviewId: SeenReviewId, given: Input) => Promise<Result<T, E>>,
  ) =>
  async (viewer: V, given: Input & { slug: string }): Promise<Result<T, E | "not_found">> => {
    const review = await lookUpReview(viewer, { slug: given.slug }, {});
    return review ? refreshed(await run(viewer, review.id, given)) : fail("not_found");
  };

const admins = ["admin"] as const;
type Admin = Viewer<"admin">;

export const makeReview = defineAction(admins, newReview.extend(source), async (viewer, given) =>
  refreshed(await plans.createReview(viewer, given)),
);

/** `value` is looked at by the mutation, which says what is wrong by its path: "coverage.bands.1.from". */
export const saveReviewSettings = defineAction(
  admins,
  ofReview.extend({ revision, value: jsonField(z.unknown()) }),
  async (viewer, given) =>
    refreshed(
      await plans.saveSettings(viewer, given.slug, { revision: given.revision, settings: given.value }),
    ),
);

export const renameReviewDraft = defineAction(
  admins,
  ofReview.extend({ revision, title: reviewTitle }),
  async (viewer, { slug: named, ...given }) => refreshed(await plans.renameReview(viewer, named, given)),
);

export const chooseReviewSource = defineAction(
  admins,
  ofReview.extend({ revision, ...source }),
  async (viewer, { slug: named, ...given }) => refreshed(await plans.setSource(viewer, named, given)),
);

export const removeReviewDraft = defineAction(admins, confirmed, (viewer, given) =>
  plans.removeDraft(viewer, given.slug, given.confirmation),
);

export const openReviewAsPlanned = defineAction(
  admins,
  ofReview.extend({ revision }),
  async (viewer, { slug: named, ...given }) => refreshed(await openReview(viewer, named, given)),
);

export const pauseReview = defineAction(admins, ofReview, async (viewer, given) =>
  refreshed(await plans.pauseReview(viewer, given.slug)),
);

export const reopenReview = defineAction(
  admins,
  ofReview.extend({ reason: comment.optional() }),
  async (viewer, given) => refreshed(await plans.reopenReview(viewer, given.slug, given.reason)),
);

export const closeReview = defineAction(
  admins,
  confirmed.extend({ discard: writtenText(20).optional() }),
  async (viewer, { slug: named, ...given }) => refreshed(await plans.closeReview(viewer, named, given)),
);

export const addReviewMember = defineAction(
  admins,
  ofReview.extend({ handle: line(120), parts }),
  onReview(members.addMember),
);

export const makeReviewMember = defineAction(
  admins,
  ofReview.extend({ name: line(120), parts }),
  onReview(async (viewer: Admin, reviewId, given: Parameters<typeof members.createMember>[2]) => {
    const made = await members.createMember(viewer, reviewId, given);
    return made.ok ? succeed({ name: given.name, url: await absoluteUrl(made.value.linkPath) }) : made;
  }),
  // It opens a door to somebody else.
  { freshMinutes },
);

export const changeReviewParts = defineAction(
  admins,
  ofReview.extend({ userId, parts }),
  onReview(members.changeParts),
);

export const removeReviewMember = defineAction(
  admins,
  ofReview.extend({ userId }),
  onReview((viewer: Admin, reviewId, given: { userId: string }) =>
    members.removeMember(viewer, reviewId, given.userId),
  ),
);

// Researchers do this where they lead: elsewhere they don't find the review.
const staff = ["researcher", "admin"] as const;

export const acceptBatch = defineAction(
  staff,
  acceptance.extend(ofReview.shape),
  onReview(batches.acceptBatch),
);

export const returnBatch = defineAction(
  staff,
  returning.extend(ofReview.shape),
  onReview(batches.returnBatch),
);

export const ruleInDispute = defineAction(
  staff,
  ruling.extend(ofReview.shape),
  onReview((viewer: Staff, reviewId, given: z.output<typeof ruling>) =>
    ruleOn(viewer, reviewId, { id: randomUUID(), ...given }),
  ),
);
