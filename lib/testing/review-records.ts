import { createHash } from "node:crypto";

const uuid = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const digest = (text: string) => createHash("sha256").update(text).digest();
const at = "2026-01-01T00:00:00Z";

const review_id = uuid(1);
const [annotator, reviewer, auditor] = [uuid(1), uuid(2), uuid(3)];
const ofDecision = (n: number) => ({ item_id: n, review_id, round: 1, annotator_id: annotator });

/** Of a review: who has a part in it, what they work at, and what they said of it. */
export const reviewRecords = {
  reviews: (n: number) => ({
    ...{ id: uuid(n), slug: `review-${n}`, title: `Review ${n}`, template: "curated-cases" },
    ...{ benchmark_id: 1, study_id: uuid(1), settings: {}, created_by_id: uuid(2) },
  }),
  review_manifests: (n: number) => ({
    ...{ review_id: uuid(n), content: `review ${n}`, hash: digest(`review ${n}`) },
  }),
  review_members: (n: number) => ({ review_id, user_id: uuid(n), number: n, parts: "{annotator}" }),
  review_batches: (n: number) => ({ review_id, number: n }),
  review_batch_outcomes: (n: number) => ({
    ...{ review_id, number: 1, round: n, outcome: "returned", by_id: uuid(2), counts: {} },
  }),
  review_items: (n: number) => ({ id: n, review_id, number: n, batch: 1, case_version_id: n }),
  review_assignments: (n: number) => ({
    ...{ item_id: n, step: "decide", place: 1, round: 1, review_id, user_id: annotator },
  }),
  review_leases: (n: number) => ({
    ...{ item_id: n, step: "decide", place: 1, review_id, user_id: annotator, until: at },
  }),
  review_decisions: (n: number) => ({
    ...{ id: uuid(n), ...ofDecision(n), revision: 1, accepts: true, client_at: at, given_at: at },
    ...{ ordinal: n, draw: 0.25, rate: 0.5, drawn: true, drawn_twice: false },
    ...{ reviewed_before: 4, right_before: 3, band: 0 },
  }),
  review_blind_decisions: (n: number) => ({
    ...{ id: uuid(n), ...ofDecision(n), place: 1, decision_id: uuid(n), reviewer_id: reviewer },
    ...{ accepts: false, reason: "monologue", client_at: at },
  }),
  review_checks: (n: number) => ({
    ...{ id: uuid(n), ...ofDecision(n), place: 1, decision_id: uuid(n), reviewer_id: reviewer },
    ...{ is_right: false, error_type: "missed", corrected_accepts: false, corrected_reason: "monologue" },
    ...{ client_at: at, given_at: at, audit_draw: 0.05, audit_drawn: true },
  }),
  review_dispute_steps: (n: number) => ({
    ...{ id: uuid(n), check_id: uuid(n), review_id, annotator_id: annotator, reviewer_id: reviewer },
    ...{ step: "objection", by_id: annotator, words: "There are two who answer." },
  }),
  review_audits: (n: number) => ({
    ...{ id: uuid(n), check_id: uuid(n), review_id, annotator_id: annotator, reviewer_id: reviewer },
    ...{ auditor_id: auditor, agrees: true, client_at: at },
  }),
  review_filters: (n: number) => ({ id: n, review_id, model: "lantern", stored_by_id: uuid(2) }),
  review_filter_decisions: (n: number) => ({ filter_id: 1, review_id, item_id: n, accepts: true }),
  benchmark_lineages: (n: number) => ({
    ...{ benchmark_id: n + 1, parent_benchmark_id: 1, stages: "[]", digest: digest("[]") },
  }),
  benchmark_lineage_drops: (n: number) => ({
    ...{ benchmark_id: 2, case_version_id: n, stage: 0, why: "[0.75, null]" },
  }),
};

export const seededReviews: readonly (readonly [keyof typeof reviewRecords, number])[] = [
  ["reviews", 3],
  ["review_manifests", 1],
  ["review_members", 5],
  ["review_batches", 2],
  ["review_batch_outcomes", 1],
  ["review_items", 5],
  // Before the lease of the same item, whose trigger would write it.
  ["review_assignments", 1],
  ["review_leases", 1],
  ["review_decisions", 4],
  ["review_blind_decisions", 2],
  ["review_checks", 3],
  ["review_dispute_steps", 1],
  ["review_audits", 1],
  ["review_filters", 1],
  ["review_filter_decisions", 1],
  ["benchmark_lineages", 1],
  ["benchmark_lineage_drops", 1],
];
