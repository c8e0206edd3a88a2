"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { lookUpReview, type SeenReviewId } from "#lib/auth/review-scope.ts";
import { freshMinutes } from "#lib/auth/second-factor/schema.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import * as members from "#lib/reviews/plan/member-mutations.ts";
import * as plans from "#lib/reviews/plan/mutations.ts";
import * as openings from "#lib/reviews/plan/opening-mutations.ts";
import * as requests from "#lib/reviews/plan/requests.ts";
import type { ReviewPart } from "#lib/reviews/plan/schema.ts";
import * as states from "#lib/reviews/plan/state-mutations.ts";

const admins = ["admin"] as const;

function refreshed<T, E extends string>(result: Result<T, E>): Result<T, E> {
  if (result.ok) refresh();
  return result;
}

export const makeReview = defineAction(admins, requests.reviewMaking, async (viewer, given) =>
  refreshed(await plans.createReview(viewer, given)),
);

export const saveReviewSettings = defineAction(
  admins,
  requests.settingsSave,
  async (viewer, { slug, revision, value }) =>
    refreshed(await plans.saveSettings(viewer, slug, { revision, settings: value })),
);

export const chooseReviewSource = defineAction(
  admins,
  requests.sourceChoice,
  async (viewer, { slug, ...given }) => refreshed(await plans.setSource(viewer, slug, given)),
);

export const removeReviewDraft = defineAction(
  admins,
  requests.reviewConfirmation,
  (viewer, { slug, confirmation }) => plans.removeDraft(viewer, slug, confirmation),
);

export const openReviewAsPlanned = defineAction(
  admins,
  requests.reviewOpening,
  async (viewer, { slug, revision }) => refreshed(await openings.openReview(viewer, slug, { revision })),
);

export const pauseReview = defineAction(admins, requests.reviewInput, async (viewer, { slug }) =>
  refreshed(await states.pauseReview(viewer, slug)),
);

export const reopenReview = defineAction(admins, requests.reviewInput, async (viewer, { slug }) =>
  refreshed(await states.reopenReview(viewer, slug)),
);

export const closeReview = defineAction(admins, requests.reviewClosing, async (viewer, { slug, ...given }) =>
  refreshed(await states.closeReview(viewer, slug, given)),
);

type Admin = Viewer<"admin">;
type ReviewRef = { slug: string };

/** An action on a review's people: the review is looked up first. */
const onMembers =
  <Input extends object, T, E extends string>(
    run: (viewer: Admin, reviewId: SeenReviewId, given: Input) => Promise<Result<T, E>>,
  ) =>
  async (viewer: Admin, given: Input & ReviewRef): Promise<Result<T, E | "not_found">> => {
    const review = await lookUpReview(viewer, { slug: given.slug }, {});
    return review ? refreshed(await run(viewer, review.id, given)) : fail("not_found");
  };

export const addReviewMember = defineAction(admins, requests.memberAdding, onMembers(members.addMember));

export const makeReviewMember = defineAction(
  admins,
  requests.memberMaking,
  onMembers(async (viewer, reviewId, { name, parts }: { name: string; parts: ReviewPart[] }) => {
    const made = await members.createMember(viewer, reviewId, { name, parts });
    return made.ok ? succeed({ name, url: await absoluteUrl(made.value.linkPath) }) : made;
  }),
  // It opens a door to somebody else.
  { freshMinutes },
);

export const changeReviewParts = defineAction(admins, requests.partsChange, onMembers(members.changeParts));

export const removeReviewMember = defineAction(
  admins,
  requests.memberInput,
  onMembers((viewer, reviewId, { userId }: { userId: string }) =>
    members.removeMember(viewer, reviewId, userId),
  ),
);
