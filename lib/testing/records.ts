import { createHash } from "node:crypto";
import { doorRecords } from "#lib/testing/door-records.ts";
import { modelRecords } from "#lib/testing/model-records.ts";
import { reviewRecords, seededReviews } from "#lib/testing/review-records.ts";
import { secondFactorRecords } from "#lib/testing/second-factor-records.ts";

export type Row = Readonly<Record<string, unknown>>;
export type Statement = { text: string; values?: unknown[] };

const digest = (text: string) => createHash("sha256").update(text).digest();
/** A recognisable uuid: the same number always means the same row. */
export const uuid = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

const start = "2026-01-01T00:00:00Z";
const later = "2027-01-01T00:00:00Z";

/**
 * A valid row of every table, numbered. Row 2 differs from row 1 in every key of its own; what it belongs to
 * is row 1 of the other table, or row n where only one may hang on each.
 */
export const records = {
  users: (n: number) => ({ id: uuid(n), role: "participant", name: `Person ${n}`, handle: `person-${n}` }),
  sign_in_links: (n: number) => ({
    id: uuid(n),
    user_id: uuid(1),
    token_hash: digest(`link ${n}`),
    created_by_id: uuid(2),
    expires_at: later,
  }),
  api_tokens: (n: number) => ({
    id: uuid(n),
    user_id: uuid(2),
    name: `Notebook ${n}`,
    token_hash: digest(`token ${n}`),
    created_at: start,
    expires_at: later,
  }),
  ...secondFactorRecords({ uuid, digest, later }),
  throttles: (n: number) => ({ key: `account:${n}`, attempts: 1, ends_at: later }),
  benchmarks: (n: number) => ({ id: n, slug: `benchmark-${n}`, name: `Benchmark ${n}` }),
  tracks: (n: number) => ({ id: n, benchmark_id: 1, name: `Track ${n}`, language: "en", position: n }),
  cases: (n: number) => ({ id: n, track_id: 1, key: `case-${n}`, kind: "choice" }),
  case_versions: (n: number) => ({
    id: n,
    case_id: n,
    number: 1,
    hash: digest(`version ${n}`),
    prompt_hash: digest(`prompt ${n}`),
    original: "Who speaks?",
    option_names: ["Anna", "Boris", "Clara"],
    option_count: 3,
  }),
  case_search_texts: (n: number) => ({ case_version_id: n, text: `who speaks ${n}` }),
  case_golds: (n: number) => ({ case_version_id: n, choice: 0 }),
  ...modelRecords,
  studies: (n: number) => ({
    id: uuid(n),
    slug: `study-${n}`,
    title: `Study ${n}`,
    benchmark_id: 1,
    draft: {},
    created_by_id: uuid(2),
    reference_run_id: 1,
    comparator_run_id: 1,
  }),
  study_manifests: (n: number) => ({
    study_id: uuid(n),
    content: `manifest ${n}`,
    hash: digest(`manifest ${n}`),
  }),
  study_texts: (n: number) => ({ id: uuid(n), study_id: uuid(1), language: "en", version: n, content: {} }),
  study_details: (n: number) => ({ study_id: uuid(1), revision: n, content: {}, written_by_id: uuid(2) }),
  study_cards: (n: number) => ({ study_id: uuid(n), code: String(n).padStart(26, "0") }),
  study_members: (n: number) => ({ study_id: uuid(1), user_id: uuid(n) }),
  study_cases: (n: number) => ({ id: n, study_id: uuid(1), case_version_id: n, stratum: "selected" }),
  case_reports: (n: number) => ({
    id: uuid(n),
    study_id: uuid(1),
    study_case_id: n,
    reason: "Two options are right.",
    reported_by_id: uuid(2),
  }),
  case_analyses: (n: number) => ({
    study_id: uuid(1),
    study_case_id: 1,
    revision: n,
    written_by_id: uuid(2),
    words: "It is the silence.",
    error_class: "subtext",
  }),
  study_cells: (n: number) => ({ study_id: uuid(1), number: n, capacity: 9 }),
  study_cell_cases: (n: number) => ({ study_id: uuid(1), cell: 1, study_case_id: n }),
  invitations: (n: number) => ({
    id: uuid(n),
    study_id: uuid(1),
    number: n,
    code_hash: digest(`invitation ${n}`),
    created_by_id: uuid(2),
    replaced_by_id: null as string | null,
  }),
  sittings: (n: number) => ({
    id: uuid(n),
    study_id: uuid(1),
    user_id: uuid(n),
    number: n,
    state: "started",
    started_at: start,
    invitation_id: uuid(1),
    join_hash: digest(`join ${n}`),
    external_id: `external-${n}`,
    completion_code: `code-${n}`,
    partial_code: `partial-${n}`,
    language: "en",
    consent_text_id: uuid(1),
    seed: 7,
    cell: 1,
  }),
  served_cases: (n: number) => ({
    sitting_id: uuid(1),
    position: n,
    study_id: uuid(1),
    study_case_id: n,
    option_order: [2, 0, 1],
  }),
  answers: (n: number) => ({
    sitting_id: uuid(1),
    position: n,
    revision: 1,
    value: { choice: 1, probabilities: [] },
    decision: "1",
    missing: [],
  }),
  passage_reports: (n: number) => ({ sitting_id: uuid(1), position: n, kind: "error", words: "Cut off." }),
  answer_revisions: (n: number) => ({
    id: uuid(n),
    sitting_id: uuid(1),
    position: 1,
    revision: n,
    value: {},
    missing: [],
    client_at: start,
  }),
  answer_drafts: (n: number) => ({
    sitting_id: uuid(1),
    position: n,
    id: uuid(n),
    value: {},
    missing: [],
    client_at: start,
    given_at: start,
  }),
  jobs: (n: number) => ({
    id: uuid(n),
    kind: "import",
    payload: {},
    benchmark_id: 1,
    requested_by_id: uuid(2),
  }),
  uploads: (n: number) => ({
    id: uuid(n),
    benchmark_id: 1,
    file_name: `file-${n}.csv`,
    bytes: 1,
    guess: {},
    uploaded_by_id: uuid(2),
  }),
  upload_chunks: (n: number) => ({ upload_id: uuid(1), position: n, bytes: Buffer.from("x") }),
  problem_lists: (n: number) => ({ id: uuid(n), csv: Buffer.from("x") }),
  audit_events: (n: number) => ({
    id: n,
    actor_id: uuid(2),
    origin: "web",
    action: "user.created",
    subject_type: "user",
    subject_id: uuid(1),
    details: {},
  }),
  ...doorRecords,
  ...reviewRecords,
} satisfies Record<string, (n: number) => Row>;

export type Table = keyof typeof records;

// Parents first, and more of them than of their children, so that the next child always finds its parent.
const seeded: readonly (readonly [Table, number])[] = [
  ["users", 6],
  ["sign_ins", 1],
  ["sign_in_links", 1],
  ["api_tokens", 1],
  ["passkeys", 1],
  ["passkey_challenges", 1],
  ["code_apps", 1],
  ["recovery_codes", 1],
  ["throttles", 1],
  ["processes", 1],
  ["benchmarks", 3],
  ["tracks", 1],
  ["cases", 7],
  ["case_versions", 6],
  ["case_search_texts", 5],
  ["case_golds", 5],
  ["model_runs", 3],
  ["model_run_tracks", 2],
  ["predictions", 5],
  ["model_responses", 5],
  ["studies", 3],
  ["model_endpoints", 2],
  ["prompt_templates", 2],
  ["prompt_template_versions", 2],
  ["received_lineages", 1],
  ["benchmark_pools", 1],
  ["pool_drops", 1],
  ["endpoint_runs", 2],
  ["endpoint_run_cases", 5],
  ["model_calls", 2],
  ["model_call_sums", 1],
  ["study_manifests", 1],
  ["study_texts", 1],
  ["study_details", 1],
  ["study_cards", 1],
  ["study_members", 5],
  ["study_cases", 5],
  ["case_reports", 1],
  ["case_analyses", 1],
  ["study_cells", 2],
  ["study_cell_cases", 4],
  ["invitations", 2],
  ["invitation_networks", 1],
  ["sittings", 3],
  ["served_cases", 4],
  ["answers", 3],
  ["answer_drafts", 2],
  ["passage_reports", 2],
  ["answer_revisions", 2],
  ["jobs", 1],
  ["uploads", 1],
  ["upload_chunks", 1],
  ["problem_lists", 1],
  ["audit_events", 1],
  ["door_events", 1],
  ...seededReviews,
];

export function insert(table: Table, row: Row): Statement {
  const columns = Object.keys(row);
  const places = columns.map((_, i) => `$${i + 1}`);
  return {
    text: `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places.join(", ")})`,
    values: Object.values(row),
  };
}

/** The first row of a table that isn't seeded: valid, unless `changes` make it otherwise. */
export function insertNext(table: Table, changes: Row = {}): Statement {
  const there = seeded.find(([name]) => name === table)?.[1] ?? 0;
  return insert(table, { ...records[table](there + 1), ...changes });
}

export const seedStatements = (): Statement[] =>
  seeded.flatMap(([table, count]) =>
    Array.from({ length: count }, (_, i) => insert(table, records[table](i + 1))),
  );
