import { uuid } from "#lib/testing/records.ts";
import { createHash } from "node:crypto";
import { at, bytes, type Check } from "#prisma/invariants/check.ts";

const prices = ["price_input", "price_cached", "price_output"];
const limits = ["calls_per_minute", "tokens_per_minute", "calls_at_once"];
const each = (columns: readonly string[], values: readonly unknown[]) =>
  columns.flatMap((column) => values.map((value) => ({ [column]: value })));

const textOf = (text: string) => ({ text, sha256: createHash("sha256").update(text).digest() });

/** Of pools, of arms, and of where models are reached. */
export const modelChecks: Readonly<Record<string, Check>> = {
  received_lineages_digest_size: {
    table: "received_lineages",
    refused: [{ digest: bytes(31) }, { digest: bytes(33) }],
    permitted: [{ digest: bytes(32) }],
  },
  pool_drops_number_positive: {
    table: "pool_drops",
    refused: [{ number: 0 }],
    permitted: [{ number: 99 }],
  },
  model_endpoints_name_form: {
    table: "model_endpoints",
    refused: [{ name: "" }, { name: "a".repeat(101) }],
    permitted: [{ name: "李" }, { name: "a".repeat(100) }],
  },
  model_endpoints_address_form: {
    table: "model_endpoints",
    refused: [
      "",
      "models.example.org",
      "ftp://a.org",
      "https://a.org/?b",
      "https://a:b@c.org",
      "https://a.org#b",
    ]
      .concat(`https://a.org/${"b".repeat(487)}`)
      .map((address) => ({ address })),
    permitted: ["http://127.0.0.1:11434/v1", "https://a.org", `https://a.org/${"b".repeat(486)}`].map(
      (address) => ({ address }),
    ),
  },
  model_endpoints_key_sealed: {
    table: "model_endpoints",
    refused: [{ sealed_key: bytes(28) }],
    permitted: [{ sealed_key: bytes(29) }, { sealed_key: null }],
  },
  model_endpoints_currency_form: {
    table: "model_endpoints",
    refused: [{ currency: "usd" }, { currency: "US" }, { currency: "U$D" }],
    permitted: [{ currency: "CNY" }],
  },
  model_endpoints_prices_count: {
    table: "model_endpoints",
    refused: each(prices, [-0.01, "NaN", "Infinity"]),
    permitted: each(prices, [0, 75.5, null]),
  },
  model_endpoints_limits_let_through: {
    table: "model_endpoints",
    refused: each(limits, [0, -1]),
    permitted: [...each(limits, [1]), ...each(limits.slice(0, 2), [null])],
  },
  model_endpoints_revision_counts: {
    table: "model_endpoints",
    refused: [{ revision: 0 }],
    permitted: [{ revision: 1 }],
  },
  model_runs_base_form: {
    table: "model_runs",
    refused: [{ base: "a".repeat(201) }],
    permitted: [{ base: "" }, { base: "a".repeat(200) }],
  },
  model_runs_replicate_counts: {
    table: "model_runs",
    refused: [{ replicate: 0 }, { replicate: -1 }],
    permitted: [{ replicate: 1 }, { replicate: 32_767 }, { replicate: null }],
  },
  prompt_templates_name_form: {
    table: "prompt_templates",
    refused: [{ name: "" }, { name: "a".repeat(101) }],
    permitted: [{ name: "李" }, { name: "a".repeat(100) }],
  },
  prompt_template_versions_number_counts: {
    table: "prompt_template_versions",
    refused: [{ number: 0 }],
    permitted: [{ number: 3 }],
  },
  prompt_template_versions_text_form: {
    table: "prompt_template_versions",
    refused: [textOf(""), textOf("a".repeat(20_001))],
    permitted: [textOf("李"), textOf("a".repeat(20_000))],
  },
  prompt_template_versions_sha256_fits: {
    table: "prompt_template_versions",
    refused: [{ text: "{turns} {candidates}" }, { sha256: bytes(32) }],
    permitted: [textOf("{turns} {candidates}")],
  },
  endpoint_runs_model_form: {
    table: "endpoint_runs",
    refused: [{ model: "" }, { model: "a".repeat(201) }],
    permitted: [{ model: "a".repeat(200) }],
  },
  endpoint_runs_ended_has_time: {
    table: "endpoint_runs",
    refused: [{ state: "finished" }, { state: "cancelled" }, { ended_at: at }],
    permitted: [{ state: "finished", ended_at: at }, { state: "paused" }],
  },
  endpoint_runs_stopped_has_reason: {
    table: "endpoint_runs",
    refused: [{ state: "stopped" }, { state: "paused", stop_reason: "money" }],
    permitted: [{ state: "stopped", stop_reason: "money" }],
  },
  endpoint_runs_trial_makes_no_run: {
    table: "endpoint_runs",
    refused: [{ purpose: "trial" }],
    permitted: [{ purpose: "trial", run_id: null }, { run_id: null }],
  },
  study_cells_arm_positive: { table: "study_cells", refused: [{ arm: 0 }], permitted: [{ arm: 1 }] },
  sittings_arm_positive: { table: "sittings", refused: [{ arm: 0 }], permitted: [{ arm: 1 }] },
  endpoint_runs_arm: {
    table: "endpoint_runs",
    refused: [{ arm: 1 }, { arm: 0, study_id: uuid(1) }],
    permitted: [{ arm: 1, study_id: uuid(1) }, { study_id: uuid(1) }],
  },
  endpoint_run_cases_place_in_call: {
    table: "endpoint_run_cases",
    refused: [{ in_call: 0 }, { place: -1, asked_with: 1 }, { place: 1, asked_with: 1 }],
    permitted: [{ in_call: 3 }],
  },
  endpoint_run_cases_first_has_none_before: {
    table: "endpoint_run_cases",
    refused: [
      { asked_with: 1, in_call: 2 },
      { place: 1, in_call: 2 },
    ],
    permitted: [{ in_call: 2 }],
  },
  model_calls_places_count: {
    table: "model_calls",
    refused: [{ sample: 0 }, { attempt: 0 }],
    permitted: [{ sample: 2, attempt: 3 }],
  },
  model_calls_failed_has_ended: {
    table: "model_calls",
    refused: [{ failure: "rate" }],
    permitted: [{ failure: "rate", ended_at: at }, { ended_at: at }],
  },
  model_endpoints_retired_without_key: {
    table: "model_endpoints",
    refused: [{ removed_at: at }],
    permitted: [{ removed_at: at, sealed_key: null }, { removed_at: null }],
  },
};
