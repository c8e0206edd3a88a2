import type { TwoWayAgreement } from "#lib/metrics/agreement/agreement-jackknife.ts";
import type { Choices, TrustedAnswers } from "#lib/metrics/agreement/trusted-answers.ts";
import type { AltTest, AltTestInput } from "#lib/metrics/agreement/alt-test.ts";
import type { Resampling } from "#lib/metrics/crossed/case-bootstrap.ts";
import type { BootstrapFigures } from "#lib/metrics/crossed/bootstrap.ts";
import { checkCrossed, type CrossedInput } from "#lib/metrics/crossed/input.ts";
import type { ResampledTest } from "#lib/metrics/crossed/resampled-figure.ts";
import type { MixedModel, MixedModelReason } from "#lib/metrics/mixed-model/fit.ts";
import type { RaschScale, ScaleReason } from "#lib/metrics/rasch/scale.ts";
import type { RatedOrigins, RatedOriginsInput } from "#lib/metrics/ratings/rated-origins.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import type { ThreadTasks } from "#lib/study-results/resampling/thread-task.ts";
import { maxThreads, runInThread } from "#lib/study-results/resampling/threads.ts";

type Options = { signal?: AbortSignal };

/** Fewer draws of answers and cases than these are not worth a second thread. */
const WORTH_A_THREAD = 5_000_000;

/** The crossed bootstrap off the event loop. In how many threads changes nothing in the figures. */
export async function runBootstrap(input: CrossedInput, { signal }: Options = {}): Promise<BootstrapFigures> {
  checkCrossed(input);
  const { b } = input;
  const parts = countParts(input);
  const edges = Array.from({ length: parts + 1 }, (_, part) => Math.round((part * b) / parts));
  const drawn = await Promise.all(
    edges.slice(1).map((to, i) => runInThread("draw", { input, from: edges[i] ?? 0, to }, { signal })),
  );
  return runInThread(
    "conclude",
    { input, parts: drawn },
    { signal, handedOver: drawn.map(({ values }) => values.buffer) },
  );
}

/** A mean over cases, off the event loop too. */
export const runCaseBootstrap = (
  values: Float64Array,
  resampling: Resampling,
  { signal }: Options = {},
): Promise<ResampledTest> => runInThread("cases", { values, resampling }, { signal });

/** Agreement with its intervals, off the event loop too. */
export const runAgreement = (
  task: ThreadTasks["agree"],
  { signal }: Options = {},
): Promise<TwoWayAgreement> => runInThread("agree", task, { signal });

/** Whom to trust and what is right, off the event loop too. */
export const runTrust = (choices: Choices, { signal }: Options = {}): Promise<TrustedAnswers> =>
  runInThread("trust", { choices }, { signal });

/** Whether a model could stand in for people, off the event loop too. */
export const runAltTest = (input: AltTestInput, { signal }: Options = {}): Promise<AltTest> =>
  runInThread("replace", { input }, { signal });

/** What is rated by where it comes from, off the event loop too. */
export const runOrigins = (input: RatedOriginsInput): Promise<RatedOrigins> =>
  runInThread("origins", { input });

/** People and cases as chance, off the event loop too. */
export const runMixedModel = async (input: TwoWayInput): Promise<MixedModel | MixedModelReason> =>
  (await runInThread("fit", { input })).found;

/** People, models and cases on one scale, off the event loop too. */
export const runScale = async (
  input: TwoWayInput,
  models: Float64Array[],
): Promise<RaschScale | ScaleReason> => (await runInThread("scale", { input, models })).found;

function countParts({ b, cases, models, answers }: CrossedInput): number {
  const draws = b * (cases + answers.person.length + models.length);
  const worth = Math.max(1, Math.floor(draws / WORTH_A_THREAD));
  return Math.min(worth, maxThreads, b);
}
