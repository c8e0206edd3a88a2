import type { Sample } from "#e2e/access-matrix/callers.ts";
import {
  action,
  admins,
  page,
  participants,
  staff,
  write,
  type ActionRule,
  type ApiRule,
  type RouteRule,
} from "#e2e/access-matrix/rules.ts";
import { members, membersOnly } from "#e2e/access-matrix/study-rules.ts";
import { t } from "#e2e/support/words.ts";
import { settingsOf } from "#lib/reviews/plan/templates.ts";

/** As a device says it: another id each time, since one is good for one statement. */
const said = () => ({ id: crypto.randomUUID(), clientAt: new Date().toISOString() });
const ofDecision = () => ({ number: 1, round: 1, place: 1, decisionId: crypto.randomUUID() });

/** For whoever has the part. A lead has no queue, and to those without any part the review isn't there. */
const queue = (rest: string, status: number, body: () => object): ApiRule => {
  const question = {
    method: "POST",
    headers: { "content-type": "application/json" },
    get body() {
      return JSON.stringify(body());
    },
  };
  const address = ({ review }: Sample) => `/api/queue/${review.slug}/${rest}`;
  return { ...write(participants, address, status, question), hidden: ["stranger", "admin"] };
};

/** A room of a review, for whoever leads it. */
const room = (rest = ""): RouteRule =>
  membersOnly(
    page(
      members,
      ({ review }) => review.title,
      ({ review }) => `/reviews/${review.slug}${rest}`,
    ),
  );

export const reviewRoutes: Record<string, RouteRule> = {
  "/reviews": page(staff, t("reviews.title")),
  "/reviews/new": page(admins, t("reviews.create.heading")),
  "/reviews/[slug]": room(),
  "/reviews/[slug]/items": room("/items"),
  "/reviews/[slug]/items/[number]": room("/items/2"),
  "/reviews/[slug]/batches": room("/batches"),
  "/reviews/[slug]/disputes": room("/disputes"),
  "/reviews/[slug]/plan": room("/plan"),
  "/reviews/[slug]/people": room("/people"),
  "/reviews/[slug]/report": room("/report"),
  "/api/queue/[slug]/[sent] next": queue("next", 200, () => ({ step: "decide", wanted: 1 })),
  "/api/queue/[slug]/[sent] release": queue("release", 200, () => ({ step: "decide", items: [1] })),
  "/api/queue/[slug]/[sent] decisions": queue("decisions", 200, () => ({
    number: 1,
    round: 1,
    accepts: true,
    reason: null,
    comment: "",
    ...said(),
  })),
  // The participant decided the first item, and checks nothing of their own.
  "/api/queue/[slug]/[sent] blind": queue("blind", 409, () => ({
    ...ofDecision(),
    accepts: true,
    reason: null,
    ...said(),
  })),
  "/api/queue/[slug]/[sent] checks": queue("checks", 409, () => ({
    ...ofDecision(),
    isRight: true,
    errorType: null,
    correctedAccepts: null,
    correctedReason: null,
    comment: "",
    ...said(),
  })),
  "/api/queue/[slug]/[sent] audits": queue("audits", 404, () => ({
    checkId: crypto.randomUUID(),
    agrees: true,
    comment: "",
    ...said(),
  })),
  "/api/queue/[slug]/[sent] objections": queue("objections", 404, () => ({
    id: crypto.randomUUID(),
    checkId: crypto.randomUUID(),
    words: "Two of them answer.",
  })),
  "/api/queue/[slug]/[sent] answers": queue("answers", 404, () => ({
    id: crypto.randomUUID(),
    checkId: crypto.randomUUID(),
    stands: true,
    words: "",
  })),
};

const actions = "lib/reviews/actions.ts#";
const theReview = ({ review: { slug } }: Sample) => ({ slug });
const theDraft = ({ review: { draft } }: Sample) => ({ slug: draft.slug, revision: draft.revision });
const aMember = ({ review: { slug, memberId } }: Sample) => ({ slug, userId: memberId });

const aBatch = (s: Sample) => ({ ...theReview(s), number: "1", round: "1" });
/** By whoever leads the review. */
const lead = (input: ActionRule["input"], answer: string): ActionRule => ({
  ...action(staff, input, answer),
  hidden: ["stranger"],
});

export const reviewActions: Record<string, ActionRule> = {
  [`${actions}makeReview`]: action(
    admins,
    () => ({ title: "Night watch", template: "curated-cases" }),
    "done",
  ),
  [`${actions}saveReviewSettings`]: action(
    admins,
    (s) => ({ ...theDraft(s), value: JSON.stringify(settingsOf("curated-cases")) }),
    "done",
  ),
  [`${actions}renameReviewDraft`]: action(admins, (s) => ({ ...theDraft(s), title: "Day watch" }), "done"),
  [`${actions}chooseReviewSource`]: action(
    admins,
    (s) => ({ ...theDraft(s), benchmark: s.benchmark.slug }),
    "done",
  ),
  [`${actions}removeReviewDraft`]: action(
    admins,
    ({ review: { draft } }) => ({ slug: draft.slug, confirmation: draft.title }),
    "done",
  ),
  [`${actions}openReviewAsPlanned`]: action(admins, theDraft, "done"),
  [`${actions}pauseReview`]: action(admins, theReview, "done"),
  // The sample's review is open.
  [`${actions}reopenReview`]: action(admins, theReview, "not_possible"),
  [`${actions}closeReview`]: action(
    admins,
    (s) => ({ ...theReview(s), confirmation: s.review.title, discard: "discard" }),
    "done",
  ),
  "lib/imports/actions.ts#storeReviewFilter": action(
    admins,
    (s) => ({ ...theReview(s), uploadId: crypto.randomUUID() }),
    "not_uploaded",
  ),
  [`${actions}addReviewMember`]: action(
    admins,
    (s) => ({ ...theReview(s), handle: s.target.handle, parts: "reviewer,lead" }),
    "done",
  ),
  [`${actions}makeReviewMember`]: action(
    admins,
    (s) => ({ ...theReview(s), name: "Zoe Newcomer", parts: "annotator" }),
    "done",
  ),
  [`${actions}changeReviewParts`]: action(admins, (s) => ({ ...aMember(s), parts: "reviewer" }), "done"),
  [`${actions}removeReviewMember`]: action(admins, aMember, "done"),
  "lib/simulation/review/actions.ts#simulateReviewPeople": action(
    admins,
    (s) => ({ ...theReview(s), annotators: "90", reviewers: "", auditors: "0", acceptable: "70", seed: "1" }),
    "done",
  ),
  // The sample's review is open.
  "lib/review-exports/actions.ts#keepReviewedCases": action(
    admins,
    (s) => ({ ...theReview(s), name: "Kept" }),
    "not_closed",
  ),
  // Most of the sample's batch is undecided.
  [`${actions}acceptBatch`]: lead((s) => ({ ...aBatch(s), words: "" }), "not_finished"),
  // Nobody has objected to anything in it.
  [`${actions}ruleInDispute`]: lead(
    (s) => ({ ...theReview(s), checkId: crypto.randomUUID(), stands: "yes", words: "It does." }),
    "not_found",
  ),
  [`${actions}returnBatch`]: lead((s) => ({ ...aBatch(s), words: "Look at who speaks." }), "done"),
};
