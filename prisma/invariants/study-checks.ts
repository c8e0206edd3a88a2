import { at, bytes, type Check } from "#prisma/invariants/check.ts";

const signedCard = { issue: 1, document: "{}", fingerprint: "sha256:7", stamp: "s", issued_at: at };
const wholeCard = { is_published: true, ...signedCard };

/** Of studies, invitations, sittings and answers. */
export const studyChecks: Readonly<Record<string, Check>> = {
  studies_opened_when_not_draft: {
    table: "studies",
    // That a study begins as a draft is a trigger's business.
    refused: [{ state: "draft", opened_at: at }],
    permitted: [{ state: "draft" }],
  },
  studies_draft_revision: {
    table: "studies",
    refused: [{ draft_revision: -1 }],
    permitted: [{ draft_revision: 0 }],
  },
  study_manifests_hash_fits: {
    table: "study_manifests",
    refused: [{ content: "manifest 2, edited" }, { hash: bytes(32) }],
    permitted: [{}],
  },
  case_reports_reason_form: {
    table: "case_reports",
    refused: [{ reason: "" }, { reason: "a".repeat(2001) }],
    permitted: [{ reason: "a".repeat(2000) }],
  },
  study_details_revision_positive: {
    table: "study_details",
    refused: [{ revision: 0 }],
    permitted: [{ revision: 99 }],
  },
  study_cards_code_form: {
    table: "study_cards",
    refused: [
      { code: "a".repeat(25) },
      { code: "a".repeat(27) },
      { code: "l".repeat(26) },
      { code: "A".repeat(26) },
    ],
    permitted: [{ code: "0123456789abcdefghjkmnpqrs" }],
  },
  study_cards_licence_form: {
    table: "study_cards",
    refused: [{ licence: "" }, { licence: "a".repeat(301) }],
    permitted: [{ licence: "a".repeat(300) }, { licence: null }],
  },
  study_cards_contact_form: {
    table: "study_cards",
    refused: [{ contact: "" }, { contact: "a".repeat(301) }],
    permitted: [{ contact: "a".repeat(300) }, { contact: null }],
  },
  study_cards_counts: {
    table: "study_cards",
    refused: [{ issue: -1 }, { people_changes: -1 }],
    permitted: [{ issue: 0 }],
  },
  study_cards_document_is_whole: {
    table: "study_cards",
    refused: [
      { ...wholeCard, is_published: false },
      { ...wholeCard, issue: 0 },
      { ...wholeCard, fingerprint: null },
      { ...wholeCard, stamp: null },
      { ...wholeCard, issued_at: null },
      { fingerprint: "sha256:7" },
      { stamp: "s" },
    ],
    permitted: [wholeCard, { is_published: true }],
  },
  case_analyses_revision_positive: {
    table: "case_analyses",
    refused: [{ revision: 0 }],
    permitted: [{ revision: 99 }],
  },
  case_analyses_words_form: {
    table: "case_analyses",
    refused: [{ words: "a".repeat(20_001) }],
    permitted: [{ words: "a".repeat(20_000) }, { words: "" }],
  },
  case_analyses_class_form: {
    table: "case_analyses",
    refused: [{ error_class: "a".repeat(101) }],
    permitted: [{ error_class: "a".repeat(100) }, { error_class: "" }],
  },
  study_cells_number_positive: {
    table: "study_cells",
    refused: [{ number: 0 }],
    permitted: [{ number: 99 }],
  },
  study_cells_within_capacity: {
    table: "study_cells",
    refused: [{ taken: -1 }, { capacity: 0 }, { capacity: 3, taken: 4 }, { capacity: null, taken: -1 }],
    permitted: [
      { capacity: 3, taken: 3 },
      { capacity: null, taken: 10_000 },
    ],
  },
  invitations_number_positive: {
    table: "invitations",
    refused: [{ number: 0 }],
    permitted: [{ number: 99 }],
  },
  invitations_personal_code_is_secret: {
    table: "invitations",
    refused: [{ public_code: "abcdefghjk" }, { max_uses: 2 }],
    permitted: [{}, { recruitment: "open_link", public_code: "abcdefghjk", max_uses: 2 }],
  },
  invitations_service_codes: {
    table: "invitations",
    refused: [{ service: {} }, { recruitment: "open_link", service: {} }, { recruitment: "prolific" }],
    permitted: [{ recruitment: "prolific", service: {} }, { recruitment: "open_link" }],
  },
  invitations_hash_size: {
    table: "invitations",
    refused: [{ code_hash: bytes(16) }],
    permitted: [{ code_hash: bytes(32) }],
  },
  invitations_within_cap: {
    table: "invitations",
    refused: [{ uses: 2 }, { uses: -1 }, { recruitment: "open_link", max_uses: 0, uses: 0 }],
    permitted: [{ uses: 1 }, { recruitment: "open_link", max_uses: 5, uses: 5 }],
  },
  sittings_consent_ticks: {
    table: "sittings",
    refused: [{ consent_ticks: "{}" }],
    permitted: [{ consent_ticks: "[]" }, { consent_ticks: null }],
  },
  sittings_two_tries: {
    table: "sittings",
    refused: [{ comprehension: "{}" }, { comprehension: "[{}, {}, {}]" }],
    permitted: [{ comprehension: "[{}, {}]" }, { comprehension: null }],
  },
  sittings_join_hash_size: {
    table: "sittings",
    refused: [{ join_hash: bytes(16) }],
    permitted: [{ join_hash: bytes(32) }, { join_hash: null }],
  },
  sittings_number_positive: { table: "sittings", refused: [{ number: 0 }], permitted: [{ number: 99 }] },
  sittings_state_has_its_time: {
    table: "sittings",
    refused: [
      { state: "started", started_at: null },
      { state: "submitted", submitted_at: null },
      { state: "submitted", started_at: null, submitted_at: at },
      { state: "withdrawn", withdrawn_at: null },
      { state: "started", withdrawn_at: at },
    ],
    permitted: [
      { state: "consented", started_at: null },
      { state: "submitted", submitted_at: at },
      { state: "withdrawn", started_at: null, withdrawn_at: at },
    ],
  },
  sittings_exclusion_has_reason: {
    table: "sittings",
    refused: [{ excluded_at: at }, { excluded_reason: "Tab open in another window" }],
    permitted: [{ excluded_at: at, excluded_reason: "Asked for it" }],
  },
  sittings_cell_from_start: {
    table: "sittings",
    refused: [{ cell: null }, { cell: null, state: "withdrawn", withdrawn_at: at }],
    permitted: [{ cell: null, state: "consented", started_at: null }],
  },
  sittings_active_ms: {
    table: "sittings",
    refused: [{ active_ms: -1 }],
    permitted: [{ active_ms: 0 }, { active_ms: null }],
  },
  sittings_erased_after_withdrawal: {
    table: "sittings",
    refused: [{ erased_at: at }],
    permitted: [{ erased_at: at, state: "withdrawn", withdrawn_at: at }],
  },
  sittings_last_comment_form: {
    table: "sittings",
    refused: [{ last_comment: "" }, { last_comment: "a".repeat(10_001) }],
    permitted: [{ last_comment: "a".repeat(10_000) }, { last_comment: null }],
  },
  passage_reports_form: {
    table: "passage_reports",
    refused: [{ kind: "boring" }, { kind: "other", words: "" }, { words: "a".repeat(2001) }],
    permitted: [
      { kind: "upsetting", words: "" },
      { kind: "other", words: "a".repeat(2000) },
    ],
  },
  sittings_time_allowance: {
    table: "sittings",
    refused: [{ time_allowance_ms: 0 }],
    permitted: [{ time_allowance_ms: 1 }, { time_allowance_ms: null }],
  },
  served_cases_position_positive: {
    table: "served_cases",
    refused: [{ position: 0 }],
    permitted: [{ position: 99 }],
  },
  served_cases_repeats_earlier: {
    table: "served_cases",
    refused: [{ repeats: 99 }],
    permitted: [{ repeats: 1, study_case_id: 1 }],
  },
  served_cases_option_order: {
    table: "served_cases",
    refused: [
      [0, 0, 1],
      [1, 2, 3],
      [0, 2],
      [0, null],
      [-1, 0],
    ].map((option_order) => ({ option_order })),
    permitted: [[], [0], [3, 1, 0, 2]].map((option_order) => ({ option_order })),
  },
  answers_revision_positive: { table: "answers", refused: [{ revision: 0 }], permitted: [{ revision: 2 }] },
  answers_confidence_range: {
    table: "answers",
    refused: [{ confidence: -0.01 }, { confidence: 1.01 }, { confidence: "NaN" }],
    permitted: [{ confidence: 0 }, { confidence: 1 }, { confidence: null }],
  },
  answers_cannot_read: {
    table: "answers",
    refused: [{ decision: "0" }, { confidence: 0.5 }, { missing: ["choice"] }].map((given) => ({
      decision: null,
      ...given,
      cannot_read: true,
    })),
    permitted: [{ decision: null, cannot_read: true }],
  },
  answers_codes_whole: {
    table: "answers",
    refused: [
      { value: { codes: 5 }, decision: "4" },
      { value: { codes: 5 }, decision: null },
      { value: { codes: null }, decision: "0" },
      { value: { codes: -1 }, decision: "-1" },
      { value: { codes: 32_768 }, decision: "32768" },
      { value: { codes: 1.5 }, decision: "1.5" },
      { value: { codes: "x" }, decision: "x" },
    ].map(({ value, decision }) => ({ value: JSON.stringify(value), decision })),
    permitted: [0, 5, 32_767, null].map((codes) => ({
      value: JSON.stringify({ codes }),
      decision: codes === null ? null : String(codes),
    })),
  },
  answers_counts: {
    table: "answers",
    refused: ["active_ms", "first_answer_ms", "focus_losses", "changes"].map((count) => ({ [count]: -1 })),
    permitted: [{ active_ms: 0, first_answer_ms: 0, focus_losses: 0, changes: 0 }],
  },
  answer_revisions_revision_positive: {
    table: "answer_revisions",
    refused: [{ revision: 0 }],
    permitted: [{ revision: 9 }],
  },
};
