import type { Viewer } from "#lib/auth/viewer.ts";
import { type ListedPrediction, listPredictionsAfter, listRunNames } from "#lib/model-runs/queries.ts";
import { parityFields, type RunMetrics, type RunRow } from "#lib/model-runs/schema.ts";
import type { RunMakers } from "#lib/studies/schema.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Cell = string | number | boolean | null;
/** The mean over tracks is of six figures; the rest of its line is empty. */
type Figures = Partial<RunMetrics>;

const runColumns: Readonly<Record<string, (run: RunRow["run"]) => Cell>> = {
  model: (run) => run.model,
  method: (run) => run.method,
  version: (run) => run.version,
  ran_at: (run) => run.ranAt,
  demo: (run) => run.isDemo,
  filter: (run) => run.isFilter,
  fake: (run) => run.isFake,
  people: (run) => run.isPeople,
  base: (run) => run.base || null,
  reasoning: (run) => run.hasReasoning,
  replicate: (run) => run.replicate,
};
const figureColumns: Readonly<Record<string, (figures: Figures) => Cell | undefined>> = {
  n: ({ n }) => n,
  failed: ({ failed }) => failed,
  missing: ({ missing }) => missing,
  judged: ({ judged }) => judged,
  correct: ({ correct }) => correct,
  top1: ({ top1 }) => top1,
  top1_low: ({ top1Low }) => top1Low,
  top1_high: ({ top1High }) => top1High,
  top2: ({ top2 }) => top2,
  mean_rank: ({ meanRank }) => meanRank,
  ece: ({ ece }) => ece,
  brier: ({ brier }) => brier,
  brier_per_case: ({ brierPerCase }) => brierPerCase,
  f1: ({ f1 }) => f1,
  top1_fair: ({ fair }) => fair?.top1,
  top2_fair: ({ fair }) => fair?.top2,
  mean_rank_fair: ({ fair }) => fair?.meanRank,
};

export const exportedColumns = [
  ...Object.keys(runColumns),
  "scope",
  "track",
  ...Object.keys(figureColumns),
  "instructions",
  "context",
  "tools",
  "option_order",
];

/** A run's lines in the exported table, unrounded: each track, all cases pooled, the mean over tracks; with each, what the model had before it. */
export function exportedRows({ run, tracks, pooled, macro: { tracks: _tracks, ...mean } }: RunRow): Cell[][] {
  const lineOf = (scope: string, track: string | null, figures: Figures): Cell[] => [
    ...Object.values(runColumns).map((of) => of(run)),
    scope,
    track,
    ...Object.values(figureColumns).map((of) => of(figures) ?? null),
    ...parityFields.map((field) => run[field] || null),
  ];
  return [
    ...tracks.map((one) => lineOf("track", one.track, one)),
    lineOf("pooled", null, pooled),
    lineOf("mean", null, mean),
  ];
}

const rowsAtOnce = 2000;

type Run = { model: string; method: string; version: string; replicate: number | null } & RunMakers;

/** Every prediction as a line of the product's own format; importing them again changes nothing. */
export async function* exportPredictionLines(
  viewer: Viewer<"admin">,
  benchmarkId: number,
): AsyncGenerator<string> {
  for (const { id, ...run } of await listRunNames(viewer, benchmarkId)) {
    for (let after = 0; ;) {
      const rows = await listPredictionsAfter(viewer, id, after, rowsAtOnce);
      yield rows.map((row) => `${JSON.stringify(lineOf(run, row))}\n`).join("");
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) break;
      after = last.id;
    }
  }
}

function lineOf({ model, method, version, replicate, isFake, isPeople }: Run, prediction: ListedPrediction) {
  const answer = prediction.failed
    ? { failed: true }
    : serverKindOf(prediction.kind).predictions.write(prediction, prediction.optionNames);
  return {
    model,
    method,
    ...(version === "" ? {} : { version }),
    ...(replicate === null ? {} : { replicate }),
    ...(isFake ? { fake: true } : {}),
    ...(isPeople ? { people: true } : {}),
    case: prediction.key,
    track: prediction.track,
    ...answer,
    ...(prediction.text ? { response: prediction.text } : {}),
    ...(prediction.cost === null ? {} : { cost: prediction.cost }),
    ...(prediction.tokens === null ? {} : { tokens: prediction.tokens }),
  };
}
