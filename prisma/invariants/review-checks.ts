import { uuid } from "#lib/testing/records.ts";
import { at, bytes, type Check } from "#prisma/invariants/check.ts";

const long = "a".repeat(4001);
const most = "a".repeat(4000);
const [annotator, reviewer, auditor, lead] = [1, 2, 3, 4].map(uuid);
const first = ["ordinal", "draw", "rate", "drawn", "drawn_twice", "reviewed_before", "right_before"];
const withoutDraw = Object.fromEntries([...first, "band"].map((column) => [column, null]));
const right = { is_right: true, error_type: null, corrected_accepts: null, corrected_reason: null };

/** Of reviews, and of what a benchmark was made of. */
export const reviewChecks: Readonly<Record<string, Check>> = {
  reviews_settings_revision: {
    table: "reviews",
    refused: [{ settings_revision: -1 }],
    permitted: [{ settings_revision: 0 }],
  },
  reviews_opened_when_not_draft: {
    table: "reviews",
    // That a review begins as a draft is a trigger's business.
    refused: [{ opened_at: at }],
    permitted: [{ state: "draft" }],
  },
  reviews_closed_has_its_time: {
    table: "reviews",
    refused: [{ closed_at: at }],
    permitted: [{ closed_at: null }],
  },
  reviews_opened_with_all: { table: "reviews", refused: [], permitted: [{ seed: null, benchmark_id: null }] },
  review_manifests_hash_fits: {
    table: "review_manifests",
    refused: [{ content: "review 2, edited" }, { hash: bytes(32) }],
    permitted: [{}],
  },
  review_members_number_positive: {
    table: "review_members",
    refused: [{ number: 0 }],
    permitted: [{ number: 99 }],
  },
  review_members_has_part: {
    table: "review_members",
    refused: [{ parts: "{}" }],
    permitted: [{ parts: "{annotator,lead}" }],
  },
  review_batches_counts: {
    table: "review_batches",
    refused: [{ number: 0 }, { round: 0 }],
    permitted: [{ round: 2 }],
  },
  review_batch_outcomes_words_form: {
    table: "review_batch_outcomes",
    refused: [{ words: long }],
    permitted: [{ words: most }],
  },
  review_items_counts: {
    table: "review_items",
    refused: [{ number: 0 }, { round: 0 }],
    permitted: [{ round: 2 }],
  },
  review_leases_place_known: {
    table: "review_leases",
    refused: [{ place: 2 }, { place: 3, step: "check" }, { place: 0, step: "check" }],
    permitted: [{ place: 2, step: "check" }, { step: "audit" }],
  },
  review_decisions_counts: {
    table: "review_decisions",
    refused: [{ round: 0 }, { revision: 0, ...withoutDraw }],
    permitted: [{ round: 2 }],
  },
  review_decisions_reason_of_rejection: {
    table: "review_decisions",
    refused: [{ accepts: false }, { reason: "monologue" }],
    permitted: [{ accepts: false, reason: "monologue" }],
  },
  review_decisions_comment_form: {
    table: "review_decisions",
    refused: [{ comment: long }],
    permitted: [{ comment: most }],
  },
  review_decisions_drawn_once: {
    table: "review_decisions",
    refused: [
      ...first.map((column) => ({ [column]: null })),
      { item_id: 1, revision: 2 },
      { item_id: 1, revision: 2, ...withoutDraw, band: 0 },
    ],
    permitted: [{ band: null }, { item_id: 1, revision: 2, ...withoutDraw }],
  },
  review_decisions_draw_fits: {
    table: "review_decisions",
    refused: [
      { ordinal: 0 },
      { draw: -0.1 },
      { draw: 1 },
      { rate: 1.1 },
      { drawn: false },
      { band: -1 },
      { draw: 0.5 },
      { draw: 0.75, drawn: false, drawn_twice: true },
      { right_before: 5 },
      { right_before: -1 },
    ],
    permitted: [{ draw: 0.75, drawn: false }, { drawn_twice: true }, { rate: 1 }, { right_before: 4 }],
  },
  review_blind_decisions_by_somebody_else: {
    table: "review_blind_decisions",
    refused: [{ reviewer_id: annotator }],
    permitted: [{ reviewer_id: auditor }],
  },
  review_blind_decisions_place_known: {
    table: "review_blind_decisions",
    refused: [{ place: 0 }, { place: 3 }],
    permitted: [{ place: 2 }],
  },
  review_blind_decisions_reason_of_rejection: {
    table: "review_blind_decisions",
    refused: [{ accepts: true }, { reason: null }],
    permitted: [{ accepts: true, reason: null }],
  },
  review_checks_by_somebody_else: {
    table: "review_checks",
    refused: [{ reviewer_id: annotator }],
    permitted: [{ reviewer_id: auditor }],
  },
  review_checks_place_known: {
    table: "review_checks",
    refused: [{ place: 0 }, { place: 3 }],
    permitted: [{ place: 2 }],
  },
  review_checks_wrong_says_why: {
    table: "review_checks",
    refused: [
      { is_right: true },
      { error_type: null },
      { corrected_accepts: null },
      { corrected_accepts: true },
      { corrected_reason: null },
      { ...right, corrected_reason: "monologue" },
    ],
    permitted: [right, { corrected_accepts: true, corrected_reason: null }],
  },
  review_checks_comment_form: {
    table: "review_checks",
    refused: [{ comment: long }],
    permitted: [{ comment: most }],
  },
  review_checks_draw_fits: {
    table: "review_checks",
    refused: [{ audit_draw: -0.1 }, { audit_draw: 1 }],
    permitted: [{ audit_draw: 0 }],
  },
  review_dispute_steps_stands_or_objects: {
    table: "review_dispute_steps",
    refused: [
      { stands: true },
      { check_id: uuid(1), step: "answer", by_id: reviewer },
      { check_id: uuid(1), step: "ruling", by_id: lead },
    ],
    permitted: [{ check_id: uuid(1), step: "answer", by_id: reviewer, stands: false }],
  },
  review_dispute_steps_words_form: {
    table: "review_dispute_steps",
    refused: [{ words: "" }, { words: long }],
    permitted: [
      { words: most },
      { check_id: uuid(1), step: "answer", by_id: reviewer, stands: false, words: "" },
    ],
  },
  review_dispute_steps_by_its_side: {
    table: "review_dispute_steps",
    refused: [
      { by_id: reviewer },
      { check_id: uuid(1), step: "answer", by_id: annotator, stands: true },
      { check_id: uuid(1), step: "ruling", by_id: annotator, stands: true },
      { check_id: uuid(1), step: "ruling", by_id: reviewer, stands: true },
    ],
    permitted: [
      { check_id: uuid(1), step: "answer", by_id: reviewer, stands: true },
      { check_id: uuid(1), step: "ruling", by_id: lead, stands: true },
    ],
  },
  review_audits_by_somebody_else: {
    table: "review_audits",
    refused: [{ auditor_id: annotator }, { auditor_id: reviewer }],
    permitted: [{ auditor_id: lead }],
  },
  review_audits_comment_form: {
    table: "review_audits",
    refused: [{ comment: long }],
    permitted: [{ comment: most }],
  },
  review_filters_model_form: {
    table: "review_filters",
    refused: [{ model: "" }, { model: "a".repeat(201) }],
    permitted: [{ model: "a".repeat(200) }],
  },
  review_filter_decisions_reason_of_rejection: {
    table: "review_filter_decisions",
    refused: [{ reason: "monologue" }],
    permitted: [{ accepts: false }, { accepts: false, reason: "monologue" }],
  },
  benchmark_lineages_of_another: {
    table: "benchmark_lineages",
    refused: [{ parent_benchmark_id: 3 }],
    permitted: [{ parent_benchmark_id: 2 }],
  },
  benchmark_lineages_digest_size: {
    table: "benchmark_lineages",
    refused: [{ digest: bytes(31) }, { digest: bytes(33) }],
    permitted: [{ digest: bytes(32) }],
  },
  benchmark_lineage_drops_stage_counts: {
    table: "benchmark_lineage_drops",
    refused: [{ stage: -1 }],
    permitted: [{ stage: 1 }],
  },
};
