import { beforeEach } from "vitest";
import { db } from "#lib/db.ts";
import { startRun } from "#lib/endpoint-runs/mutations.ts";
import type { Caller } from "#lib/endpoint-runs/running/work-off.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import { distribution, promptOf, replyWith } from "#lib/endpoint-runs/testing/scripted-model.ts";
import type { JobControl } from "#lib/jobs/handler.ts";
import { someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

/** For each test a benchmark of six cases, an endpoint with prices, and a model that knows what is right. */
export async function useTrialRuns() {
  const cases = someCases(6);
  const trial = await useTrialBenchmark({ cases });
  const { viewer } = trial;
  const endpoint = { id: 0 };

  beforeEach(async () => {
    const made = await db.modelEndpoint.create({
      data: {
        name: `Endpoint ${crypto.randomUUID()}`,
        protocol: "openai",
        address: "https://models.example.org/v1",
        priceInput: 1,
        priceOutput: 2,
        callsAtOnce: 4,
      },
      select: { id: true },
    });
    endpoint.id = made.id;
  });

  const gold = new Map(cases.map(({ prompt, gt }) => [prompt, gt]));
  const right: Caller = async (_reach, request) => replyWith(distribution(gold.get(promptOf(request)) ?? ""));

  const attempt = (given: Record<string, unknown> = {}, calls = cases.length) => {
    const whole = { benchmark: trial.slug(), endpointId: endpoint.id, model: "model-b", ...given };
    return startRun(viewer, runRequest.parse(whole), { calls });
  };
  const start = async (given: Record<string, unknown> = {}) =>
    expectValue(await attempt(given, cases.length * Number(given.samples ?? given.orders ?? 1))).id;

  const readRun = (id: string) => db.endpointRun.findUniqueOrThrow({ where: { id } });
  async function readPredictions(id: string) {
    const { runId } = await readRun(id);
    return db.prediction.findMany({ where: { runId: runId ?? 0 }, orderBy: { caseVersionId: "asc" } });
  }
  return { viewer, trial, cases, endpoint, right, attempt, start, readRun, readPredictions };
}

export const quiet = (signal = new AbortController().signal): JobControl => ({
  signal,
  progress: () => undefined,
  confirm: async () => signal.throwIfAborted(),
});
