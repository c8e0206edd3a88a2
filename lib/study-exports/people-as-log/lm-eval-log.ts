import { hashOf } from "#lib/canonical.ts";
import { voteOn } from "#lib/metrics/agreement/consensus.ts";
import type { LoggedCase } from "#lib/study-exports/people-as-log/logged-cases-queries.ts";
import type { Who } from "#lib/study-results/schema.ts";
import { writeShares, type LogNames } from "#lib/study-exports/people-as-log/people-as-log.ts";

// Samples and results as lm-evaluation-harness writes them with --log_samples.

/** Of one task, for the results: how many cases, and of how many it is known what is right. */
export type TaskCounts = { cases: number; judged: number; credits: number };

/** A line a case: what most people chose, and how many chose what. */
export async function* writeSamples(
  cases: AsyncIterable<readonly LoggedCase[]>,
  counts: TaskCounts,
  who: Who,
): AsyncGenerator<string> {
  const mark = who === "simulated" ? { fake: true } : {};
  for await (const batch of cases)
    yield batch.map((one) => `${JSON.stringify({ ...lineOf(one, counts), ...mark })}\n`).join("");
}

function lineOf({ key, input, optionNames, gold, counts: chosen }: LoggedCase, counts: TaskCounts) {
  const vote = voteOn(chosen, gold);
  const answer = optionNames[vote.choice ?? vote.tied[0] ?? -1] ?? "";
  const doc = { id: key, choices: optionNames, people: [...chosen] };
  const target = gold === null ? "" : (optionNames[gold] ?? "");
  const id = counts.cases;
  counts.cases += 1;
  counts.judged += Number(vote.credit !== null);
  counts.credits += vote.credit ?? 0;
  return {
    doc_id: id,
    doc,
    target,
    arguments: { gen_args_0: { arg_0: input, arg_1: {} } },
    resps: [[writeShares(optionNames, chosen)]],
    filtered_resps: [answer],
    filter: "none",
    metrics: vote.credit === null ? [] : ["acc"],
    // The harness's own hashes, so that lines of models and people about the same prompt are known by them.
    doc_hash: hashOf(JSON.stringify(doc, null, 2)),
    prompt_hash: hashOf(input),
    target_hash: hashOf(target),
    ...(vote.credit !== null && { acc: vote.credit }),
  };
}

type Task = { names: LogNames; counts: TaskCounts };

/** Once all samples are written. */
export function writeResults(tasks: readonly Task[], benchmark: string): string {
  const [first] = tasks;
  if (!first) return "{}";
  const { model, day } = first.names;
  const ofTasks = <Value>(value: (task: Task) => Value) =>
    Object.fromEntries(tasks.map((task) => [task.names.task, value(task)]));
  const results = {
    results: ofTasks(({ names: { task }, counts: { judged, credits } }) => ({
      alias: task,
      ...(judged > 0 && { "acc,none": credits / judged, "acc_stderr,none": "N/A" }),
    })),
    group_subtasks: ofTasks(() => []),
    configs: ofTasks(({ names: { task } }) => ({
      task,
      dataset_name: benchmark,
      output_type: "generate_until",
      metric_list: [{ metric: "acc", aggregation: "mean", higher_is_better: true }],
    })),
    versions: ofTasks(() => 1),
    "n-shot": ofTasks(() => 0),
    higher_is_better: ofTasks(() => ({ acc: true })),
    "n-samples": ofTasks(({ counts: { cases } }) => ({ original: cases, effective: cases })),
    config: { model: "people", model_args: "", limit: null },
    git_hash: null,
    date: Date.parse(day) / 1000,
    task_hashes: {},
    model_source: "people",
    model_name: model,
    model_name_sanitized: model,
  };
  return `${JSON.stringify(results, null, 2)}\n`;
}
