import type { Viewer } from "#lib/auth/viewer.ts";
import { listPredictionsAfter, listRunNames, type ListedPrediction } from "#lib/model-runs/queries.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

const rowsAtOnce = 2000;

type Run = { model: string; method: string; version: string; replicate: number | null; isFake: boolean };

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

function lineOf({ model, method, version, replicate, isFake }: Run, prediction: ListedPrediction) {
  const answer = prediction.failed
    ? { failed: true }
    : serverKindOf(prediction.kind).predictions.write(prediction, prediction.optionNames);
  return {
    model,
    method,
    ...(version === "" ? {} : { version }),
    ...(replicate === null ? {} : { replicate }),
    ...(isFake ? { fake: true } : {}),
    case: prediction.key,
    track: prediction.track,
    ...answer,
    ...(prediction.text ? { response: prediction.text } : {}),
    ...(prediction.cost === null ? {} : { cost: prediction.cost }),
    ...(prediction.tokens === null ? {} : { tokens: prediction.tokens }),
  };
}
