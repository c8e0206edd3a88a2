import { z } from "zod";
import { line, text } from "#lib/plain-values.ts";

/** A run of the benchmark, by what names it. */
export const runName = z.strictObject({
  model: line(200),
  method: line(100),
  version: text(200).trim().default(""),
});
export type RunName = z.output<typeof runName>;
/** A program made it up; people of a study gave its answers. Both of simulated people. */
export type RunMakers = { isFake: boolean; isPeople: boolean };
/** With whether it had a part in choosing the benchmark's cases, and who made it. */
export type BenchmarkRun = RunName & DemoRun & { isFilter: boolean };
type DemoRun = RunMakers & { isDemo?: boolean };

/** What is no model's is in no ranking and no test. */
export const notByModel = ["fake", "people", "simulated"] as const;
export type NotByModel = (typeof notByModel)[number];
export const makerOf = ({ isFake, isPeople }: RunMakers): NotByModel | null =>
  isPeople ? (isFake ? "simulated" : "people") : isFake ? "fake" : null;
export const isNotByModel = (reason: string | null): reason is NotByModel =>
  notByModel.some((one) => one === reason);
/** What the demo made up is compared in the demo, where there is nothing else. */
export const mayBeRanked = (run: DemoRun): boolean => makerOf(run) === null || run.isDemo === true;

export const isSameRun = (one: RunName, other: RunName): boolean =>
  one.model === other.model && one.method === other.method && one.version === other.version;

export const runLabel = ({ model, method, version }: RunName): string =>
  [model, method, version].filter(Boolean).join(" · ");

/** As tables and reports have it. */
export const formatRunName = ({ model, method, version }: RunName): string => {
  const rest = [method, version].filter(Boolean).join(", ");
  return rest ? `${model} (${rest})` : model;
};

type ModelName = Pick<RunName, "model">;
const asNamed = ({ model }: ModelName): string => model.trim().toLowerCase();

/** Whether both runs say that they are of one model: its other methods and versions fail where it fails. */
export const isSameModel = (one: ModelName, other: ModelName): boolean => asNamed(one) === asNamed(other);

/** The other runs of a model, by its name alone: whether they are is for people to say. */
export const proposeSiblings = <T extends RunName>(run: RunName, all: readonly T[]): T[] =>
  all.filter((other) => isSameModel(other, run) && !isSameRun(other, run));

type RunChoice = {
  frame: { reference: RunName | null };
  claims?: { siblings: readonly RunName[] } | undefined;
};

/** Confirmed as a run of the model that the cases were chosen by; where none chose them, nobody is. */
export const isSibling = (run: RunName, { frame: { reference }, claims }: RunChoice): boolean =>
  reference !== null && (claims?.siblings ?? []).some((one) => isSameRun(one, run));

/** Whether the cases were chosen by this run's answers, or by those of its model. */
export const hasPartInChoice = (run: RunName, plan: RunChoice): boolean =>
  (plan.frame.reference !== null && isSameRun(plan.frame.reference, run)) || isSibling(run, plan);

/** Those that people can be held against. */
export const listCandidates = <T extends BenchmarkRun>(runs: readonly T[], plan: RunChoice): T[] =>
  runs.filter((run) => !run.isFilter && mayBeRanked(run) && !hasPartInChoice(run, plan));
