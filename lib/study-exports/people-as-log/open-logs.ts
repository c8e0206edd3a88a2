import { writeZip, type ZipFile } from "#lib/files/zip/write-zip.ts";
import { readLoggedCases, type LoggedCase } from "#lib/study-exports/people-as-log/logged-cases-queries.ts";
import {
  evalFileName,
  listLogs,
  type LogForm,
  logForms,
  nameLog,
  type PeopleAsLog,
  resultsFileName,
  samplesFileName,
  formatShares,
  type LogNames,
} from "#lib/study-exports/people-as-log/people-as-log.ts";
import type { Source } from "#lib/study-exports/source.ts";
import type { ZipEntry } from "#lib/study-exports/zip.ts";
import { voteOn } from "#lib/metrics/agreement/consensus.ts";
import { hashOf } from "#lib/canonical.ts";
import type { Population } from "#lib/study-results/schema.ts";

export type OpenLogs = {
  /** For each track both forms: an archive as Inspect writes it. */
  inspect: readonly (PeopleAsLog & { form: LogForm } & ZipEntry)[];
  /** What the harness writes of all tracks, in a folder for people and one for simulated people. */
  lmEval: readonly ZipEntry[];
};

export function openLogs(source: Source, manifestHash: string | null): OpenLogs {
  const { rows, byKind, choices } = source;
  const { slug, benchmark } = rows.study;
  const logs = listLogs({ byKind, who: choices.who });
  const inspect = logs.flatMap((log) =>
    logForms.map((form) => {
      const names = nameLog(rows, log, form);
      const of = { benchmark: benchmark.name, study: slug, track: log.track, manifestHash };
      const about = { ...of, names, form, isFake: log.who === "simulated" };
      const content = () => writeZip(writeInspectLog(readLoggedCases(source, log), about));
      return { ...log, form, name: evalFileName(names), content };
    }),
  );
  const lmEval = [...Map.groupBy(logs, ({ who }) => who).values()].flatMap((ofWho) =>
    writeHarness(source, ofWho),
  );
  return { inspect, lmEval };
}

function writeHarness(source: Source, logs: readonly PeopleAsLog[]): ZipEntry[] {
  const { rows } = source;
  const tasks = logs.map((log) => {
    const counts: TaskCounts = { cases: 0, judged: 0, credits: 0 };
    return { log, counts, names: nameLog(rows, log, "consensus") };
  });
  const [first] = tasks;
  if (!first) return [];
  const folder = first.names.model;
  return [
    ...tasks.map(({ log, counts, names }) => ({
      name: `${folder}/${samplesFileName(names)}`,
      content: () => writeSamples(readLoggedCases(source, log), counts, log.who),
    })),
    // Behind the samples, which count what it tells.
    {
      name: `${folder}/${resultsFileName(first.names)}`,
      content: () => [writeResults(tasks, rows.study.benchmark.name)],
    },
  ];
}

/** As files of a folder, or of an archive. */
export const listLogEntries = ({ inspect, lmEval }: OpenLogs): ZipEntry[] => [
  ...inspect.map(({ name, content }) => ({ name: `people-as-log/inspect/${name}`, content })),
  ...lmEval.map(({ name, content }) => ({ name: `people-as-log/lm-eval/${name}`, content })),
];

// A log of Inspect, version 2, as its readers take it: https://inspect.aisi.org.uk/eval-logs.html

type AboutLog = {
  names: LogNames;
  form: LogForm;
  benchmark: string;
  study: string;
  track: string;
  manifestHash: string | null;
  /** Of simulated people: what is read back is told from what somebody answered. */
  isFake: boolean;
};

type Answers = { epoch: number; completion: string; answer: string; credit: number | null; people: number };

const scorer = "choice";
const summariesAtOnce = 1000;
const inputOfSummary = 500;

/** The archive's entries, samples first and the head last: nothing is kept of a sample that is written but what the head counts. */
async function* writeInspectLog(
  cases: AsyncIterable<readonly LoggedCase[]>,
  about: AboutLog,
): AsyncGenerator<ZipFile> {
  const created = `${about.names.day}T00:00:00+00:00`;
  const head = headOf(about, created);
  yield entry("_journal/start.json", head);
  const found = { ids: [] as string[], samples: 0, epochs: 0, credits: 0, judged: 0 };
  let summaries: object[] = [];
  let journals = 0;
  const summarise = (): ZipFile => {
    const written = entry(`_journal/summaries/${(journals += 1)}.json`, summaries);
    summaries = [];
    return written;
  };
  for await (const batch of cases) {
    for (const one of batch) {
      const answers = listAnswers(one, about.form);
      found.ids.push(one.key);
      for (const answer of answers) {
        const sample = sampleOf(one, answer, about);
        yield entry(nameSample(one.key, found.ids.length, answer.epoch), {
          ...sample,
          output: outputOf(answer, about),
        });
        summaries.push({ ...sample, input: one.input.slice(0, inputOfSummary), completed: true });
        if (summaries.length >= summariesAtOnce) yield summarise();
        found.epochs = Math.max(found.epochs, answer.epoch);
      }
      found.samples += answers.length;
      if (one.gold === null || answers.length === 0) continue;
      // Inspect's own accuracy: the mean over cases of the mean over their epochs.
      found.credits += answers.reduce((sum, { credit }) => sum + (credit ?? 0), 0) / answers.length;
      found.judged += 1;
    }
  }
  if (summaries.length > 0) yield summarise();
  yield entry("header.json", finish(head, found, created));
}

const entry = (name: string, value: object): ZipFile => ({ name, content: JSON.stringify(value) });

function listAnswers({ choices, counts, optionNames, gold }: LoggedCase, form: LogForm): Answers[] {
  if (form === "participants")
    return choices.map(({ number, choice }) => {
      const name = optionNames[choice] ?? "";
      const credit = gold === null ? null : Number(choice === gold);
      return { epoch: number, completion: name, answer: name, credit, people: 1 };
    });
  const vote = voteOn(counts, gold);
  const answer = optionNames[vote.choice ?? vote.tied[0] ?? -1];
  const people = counts.reduce((sum, count) => sum + count, 0);
  if (answer === undefined) return [];
  return [{ epoch: 1, completion: formatShares(optionNames, counts), answer, credit: vote.credit, people }];
}

// A part of a tie is no whole answer; where nobody knows what is right, the answer itself is what was found.
const valueOf = ({ credit, answer }: Answers): string | number =>
  credit === null ? answer : credit === 1 ? "C" : credit === 0 ? "I" : credit;

function sampleOf(
  { key, version, input, optionNames, gold }: LoggedCase,
  answer: Answers,
  { track, form, isFake }: AboutLog,
) {
  return {
    id: key,
    epoch: answer.epoch,
    input,
    choices: optionNames,
    // By its text: a letter would be read by somebody's order.
    target: gold === null ? "" : (optionNames[gold] ?? ""),
    scores: { [scorer]: { value: valueOf(answer), answer: answer.answer } },
    metadata: {
      track,
      case_version: version,
      people: form === "consensus" ? answer.people : true,
      ...(isFake && { fake: true }),
    },
  };
}

const outputOf = ({ completion }: Answers, { names: { model } }: AboutLog) => ({
  model,
  choices: [{ message: { role: "assistant", content: completion }, stop_reason: "stop" }],
  completion,
});

/** Names inside of the archive; whatever a key holds, they lead nowhere else. */
function nameSample(key: string, place: number, epoch: number): string {
  // oxlint-disable-next-line no-control-regex -- these are what must not stand in a name
  const plain = key.replace(/[\\\u0000-\u001f\u007f]|^\/|\.\.(?=\/|$)/g, "_");
  return `samples/${plain === key ? key : `${plain}-${place}`}_epoch_${epoch}.json`;
}

const headOf = ({ names, benchmark, study, track, manifestHash }: AboutLog, created: string) => ({
  version: 2,
  eval: {
    eval_id: names.id,
    run_id: names.id,
    created,
    task: names.task,
    task_id: names.id,
    dataset: { name: benchmark },
    model: names.model,
    config: { epochs_reducer: ["mean"] },
    metadata: { study, track, ...(manifestHash !== null && { plan_sha256: manifestHash }) },
  },
  plan: { steps: [{ solver: "people" }], config: {} },
});

type Totals = { ids: readonly string[]; samples: number; epochs: number; credits: number; judged: number };

function finish(head: ReturnType<typeof headOf>, found: Totals, created: string) {
  const { ids, samples, epochs, credits, judged } = found;
  const accuracy = { name: "accuracy", value: credits / judged };
  const metrics = judged === 0 ? {} : { accuracy };
  const { version, eval: run, plan } = head;
  return {
    version,
    status: "success",
    eval: {
      ...run,
      dataset: { ...run.dataset, samples: ids.length, sample_ids: ids, shuffled: false },
      config: { ...run.config, epochs: Math.max(1, epochs) },
    },
    plan,
    results: {
      total_samples: samples,
      completed_samples: samples,
      scores: [{ name: scorer, scorer, reducer: "mean", metrics }],
    },
    stats: { started_at: created, completed_at: created },
  };
}

// Samples and results as lm-evaluation-harness writes them with --log_samples.

/** Of one task, for the results: how many cases, and of how many it is known what is right. */
type TaskCounts = { cases: number; judged: number; credits: number };

/** A line a case: what most people chose, and how many chose what. */
async function* writeSamples(
  cases: AsyncIterable<readonly LoggedCase[]>,
  counts: TaskCounts,
  who: Population,
): AsyncGenerator<string> {
  const mark = { people: true, ...(who === "simulated" && { fake: true }) };
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
    resps: [[formatShares(optionNames, chosen)]],
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
function writeResults(tasks: readonly Task[], benchmark: string): string {
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
