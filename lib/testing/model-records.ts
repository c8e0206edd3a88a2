import { createHash } from "node:crypto";

const uuid = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;

/** Valid rows of pools that cases were made of, of what models answered, and of where they are reached, numbered. */
export const modelRecords = {
  received_lineages: (n: number) => ({
    benchmark_id: 1,
    digest: createHash("sha256").update(`lineage ${n}`).digest(),
    links: "[]",
    filters: "[]",
  }),
  benchmark_pools: (n: number) => ({ benchmark_id: n, settings: "{}", files: "[]", report: "{}" }),
  pool_drops: (n: number) => ({
    ...{
      benchmark_id: 1,
      number: n,
      key: `exchange-${n}`,
      work: "Keys",
      stage: "length",
      reason: "too_short",
    },
    ...{ detail: "3", turns: "[]" },
  }),
  model_runs: (n: number) => ({ id: n, benchmark_id: 1, model: `model-${n}` }),
  model_run_tracks: (n: number) => ({
    run_id: n,
    track_id: 1,
    rows: 1,
    matched: 1,
    repaired: 0,
    failed: 0,
    unmatched: 0,
    missing: 0,
  }),
  predictions: (n: number) => ({
    run_id: 1,
    case_version_id: n,
    choice: 0,
    probabilities: [0.5, 0.3, 0.2],
  }),
  model_responses: (n: number) => ({ run_id: 1, case_version_id: n, text: "Anna." }),
  model_endpoints: (n: number) => ({
    ...{ id: n, name: `Endpoint ${n}`, protocol: "openai", address: "https://models.example.org/v1" },
    ...{ sealed_key: Buffer.alloc(40, n), price_input: 0.15, price_cached: 0.075, price_output: 0.6 },
    ...{ calls_per_minute: 500, tokens_per_minute: 200_000, calls_at_once: 4 },
  }),
  prompt_templates: (n: number) => ({ id: n, benchmark_id: 1, name: `Template ${n}` }),
  prompt_template_versions: (n: number) => ({
    ...{ id: n, template_id: 1, number: n, text: "{candidates}", created_by_id: uuid(2) },
    sha256: createHash("sha256").update("{candidates}").digest(),
  }),
  endpoint_runs: (n: number) => ({
    ...{ id: uuid(n), benchmark_id: 1, endpoint_id: 1, model: `asked-${n}`, method: "zero-shot" },
    ...{ settings: "{}", plan: "{}", run_id: n, template_version_id: 1 },
  }),
  endpoint_run_cases: (n: number) => ({ endpoint_run_id: uuid(1), case_version_id: n, position: n }),
  model_calls: (n: number) => ({ endpoint_run_id: uuid(1), case_version_id: n, sample: 1, attempt: 1 }),
  model_call_sums: (n: number) => ({
    ...{ endpoint_run_id: uuid(n), ended: 0, answered: 0, unpriced: 0, money: 0 },
    ...{ input_tokens: 0, cached_tokens: 0, output_tokens: 0, reasoning_tokens: 0 },
  }),
};
