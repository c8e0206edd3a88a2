import { at, bytes, type Check } from "#prisma/invariants/check.ts";
import { modelChecks } from "#prisma/invariants/model-checks.ts";
import { reviewChecks } from "#prisma/invariants/review-checks.ts";
import { studyChecks } from "#prisma/invariants/study-checks.ts";

const failedPrediction = { failed: true, choice: null, probabilities: null };

/** What each CHECK refuses of an otherwise valid row, and its permitted neighbour. */
export const checks: Readonly<Record<string, Check>> = {
  users_handle_form: {
    table: "users",
    refused: [{ handle: "Ana" }, { handle: "a" }, { handle: "a".repeat(65) }],
    permitted: [{ handle: "ab" }, { handle: "李明" }, { handle: "a".repeat(64) }],
  },
  users_name_form: {
    table: "users",
    refused: [{ name: "" }, { name: "a".repeat(201) }],
    permitted: [{ name: "李" }, { name: "a".repeat(200) }],
  },
  sign_ins_ends_after_start: {
    table: "sign_ins",
    refused: [{ created_at: at, expires_at: at }],
    permitted: [{ created_at: at, expires_at: "2026-02-01T00:00:00.001Z" }],
  },
  sign_in_links_hash_size: {
    table: "sign_in_links",
    refused: [{ token_hash: bytes(31) }, { token_hash: bytes(33) }],
    permitted: [{ token_hash: bytes(32) }],
  },
  sign_in_links_one_end: {
    table: "sign_in_links",
    refused: [{ used_at: at, revoked_at: at }],
    permitted: [{ used_at: at }, { revoked_at: at }],
  },
  passkeys_name_form: {
    table: "passkeys",
    refused: [{ name: "" }, { name: "a".repeat(101) }],
    permitted: [{ name: "李" }, { name: "a".repeat(100) }],
  },
  passkeys_counter_counts: { table: "passkeys", refused: [{ counter: -1 }], permitted: [{ counter: 0 }] },
  recovery_codes_hash_size: {
    table: "recovery_codes",
    refused: [{ code_hash: bytes(31) }, { code_hash: bytes(33) }],
    permitted: [{ code_hash: bytes(32) }],
  },
  api_tokens_hash_size: {
    table: "api_tokens",
    refused: [{ token_hash: bytes(31) }, { token_hash: bytes(33) }],
    permitted: [{ token_hash: bytes(32) }],
  },
  api_tokens_name_form: {
    table: "api_tokens",
    refused: [{ name: "" }, { name: "a".repeat(101) }],
    permitted: [{ name: "李" }, { name: "a".repeat(100) }],
  },
  api_tokens_ends_after_start: {
    table: "api_tokens",
    refused: [{ created_at: at, expires_at: at }],
    permitted: [{ created_at: at, expires_at: "2026-02-01T00:00:00.001Z" }],
  },
  benchmarks_published_is_whole: {
    table: "benchmarks",
    refused: [{ published_as: "personaeval" }, { published_digest: bytes(32) }],
    permitted: [{ published_as: "personaeval", published_digest: bytes(32) }],
  },
  benchmarks_published_digest_size: {
    table: "benchmarks",
    refused: [31, 33].map((size) => ({ published_as: "personaeval", published_digest: bytes(size) })),
    permitted: [{ published_as: "personaeval", published_digest: bytes(32) }],
  },
  tracks_categories_have_names: {
    table: "tracks",
    refused: [
      { categories: "shared" },
      { categories: "ordered", category_names: [] },
      { category_names: ["Yes"] },
    ],
    permitted: [{ categories: "shared", category_names: ["Yes", "No"] }, { category_names: [] }],
  },
  throttles_attempts_positive: {
    table: "throttles",
    refused: [{ attempts: 0 }],
    permitted: [{ attempts: 1 }],
  },
  processes_kind_known: {
    table: "processes",
    refused: [{ kind: "supervisor" }],
    permitted: [{ kind: "web" }, { kind: "worker" }],
  },
  processes_measures_positive: {
    table: "processes",
    refused: [{ memory_bytes: -1 }, { lag_ms: -0.1 }],
    permitted: [{ memory_bytes: 0, lag_ms: 0 }],
  },
  invitation_networks_hash_size: {
    table: "invitation_networks",
    refused: [{ hash: bytes(31) }, { hash: bytes(33) }],
    permitted: [{ hash: bytes(32) }],
  },
  invitation_networks_sittings_positive: {
    table: "invitation_networks",
    refused: [{ sittings: 0 }],
    permitted: [{ sittings: 1 }],
  },
  cases_position: { table: "cases", refused: [{ position: -1 }], permitted: [{ position: 0 }] },
  case_versions_number_positive: {
    table: "case_versions",
    refused: [{ number: 0 }],
    permitted: [{ number: 2 }],
  },
  case_versions_hash_size: {
    table: "case_versions",
    refused: [{ hash: bytes(31) }, { prompt_hash: bytes(33) }],
    permitted: [{ hash: bytes(32), prompt_hash: bytes(32) }],
  },
  case_versions_option_count: {
    table: "case_versions",
    refused: [{ option_count: 2 }, { option_names: [], option_count: 1 }],
    permitted: [{ option_names: [], option_count: 0 }],
  },
  case_versions_variation: {
    table: "case_versions",
    refused: [{ variation: "" }, { variation: "context:2" }],
    permitted: [{ variation: "context:2", retired_at: "2026-02-01" }],
  },
  case_versions_group_form: {
    table: "case_versions",
    refused: [{ group_name: "" }, { group_name: "a".repeat(201) }],
    permitted: [{ group_name: "g7" }, { group_name: "a".repeat(200) }],
  },
  case_versions_attributes_form: {
    table: "case_versions",
    refused: [{ attributes: "[]" }, { attributes: "{}" }],
    permitted: [{ attributes: '{"method":"MIRROR"}' }],
  },
  case_golds_has_value: {
    table: "case_golds",
    refused: [{ choice: null }],
    permitted: [{ choice: 1 }],
  },
  case_golds_choice_index: { table: "case_golds", refused: [{ choice: -1 }], permitted: [{ choice: 0 }] },
  model_run_tracks_counts: {
    table: "model_run_tracks",
    refused: ["rows", "matched", "repaired", "failed", "unmatched", "missing"].map((count) => ({
      [count]: -1,
    })),
    permitted: [{ rows: 0, matched: 0 }],
  },
  model_run_tracks_findings: {
    table: "model_run_tracks",
    refused: [{ normalised: -1 }, { res_differs: -1 }, { digest: bytes(31) }],
    permitted: [{ digest: null }, { digest: bytes(32), normalised: 1, res_differs: 1 }],
  },
  predictions_scores_fit: {
    table: "predictions",
    refused: [
      { rank: 0 },
      { above: -1 },
      { tied: 0 },
      { squared_error: -0.1 },
      { bin: -1 },
      { bin: 20 },
      { ...failedPrediction, correct: false },
      { ...failedPrediction, rank: 1 },
      { ...failedPrediction, confidence: 0.5 },
      { ...failedPrediction, squared_error: 0 },
    ],
    permitted: [
      { correct: true, rank: 1, above: 0, tied: 1, confidence: 0.5, squared_error: 0, bin: 19 },
      { failed: true, choice: null, probabilities: null },
    ],
  },
  predictions_failed_is_no_answer: {
    table: "predictions",
    refused: [
      { failed: true, probabilities: null },
      { failed: true, choice: null },
    ],
    permitted: [{ failed: true, choice: null, probabilities: null }],
  },
  predictions_score_alone: {
    table: "predictions",
    refused: [
      { score: 0.4 },
      { score: "NaN", choice: null, probabilities: null },
      { failed: true, choice: null, probabilities: null, score: 0.4 },
    ],
    permitted: [{ score: -12.5, choice: null, probabilities: [] }],
  },
  predictions_traits_whole: {
    table: "predictions",
    refused: [
      { traits: [1, 2, 0] },
      { traits: [1, 2, 0, 1, 2], failed: true, choice: null, probabilities: null },
    ],
    permitted: [{ traits: [] }, { traits: [1, 2, 0, 1, 2] }, { traits: [1, 2, 0, 1, 2, 1, 2, 0, 1, 1] }],
  },
  predictions_choice_index: { table: "predictions", refused: [{ choice: -1 }], permitted: [{ choice: 0 }] },
  ...modelChecks,
  ...studyChecks,
  ...reviewChecks,
  jobs_counts: {
    table: "jobs",
    refused: [{ rows: -1 }, { attempts: -1 }],
    permitted: [{ rows: 1, attempts: 1 }],
  },
  uploads_bytes: { table: "uploads", refused: [{ bytes: 0 }], permitted: [{ bytes: 1 }] },
  uploads_digest_size: {
    table: "uploads",
    refused: [{ digest: bytes(31) }, { digest: bytes(33) }],
    permitted: [{ digest: bytes(32) }, { digest: null }],
  },
  upload_chunks_size: {
    table: "upload_chunks",
    refused: [{ bytes: bytes(0) }, { bytes: bytes(1048577) }],
    permitted: [{ bytes: bytes(1) }, { bytes: bytes(1048576) }],
  },
  upload_chunks_position: {
    table: "upload_chunks",
    refused: [{ position: -1 }],
    permitted: [{ position: 0 }],
  },
  jobs_progress: {
    table: "jobs",
    refused: [{ done: -1 }, { total: -1 }],
    permitted: [
      { done: 0, total: null },
      { done: 5, total: 3 },
    ],
  },
  jobs_end_has_its_time: {
    table: "jobs",
    refused: [
      { state: "done" },
      { state: "failed" },
      { state: "cancelled" },
      { state: "queued", finished_at: at },
      { state: "running", finished_at: at },
    ],
    permitted: [
      { state: "done", finished_at: at },
      { state: "failed", finished_at: at },
      { state: "cancelled", finished_at: at },
      { state: "queued" },
      { state: "running" },
    ],
  },
};
