import { voteOn } from "#lib/metrics/agreement/consensus.ts";
import type { WrittenEntry } from "#lib/files/zip/write-zip.ts";
import type { LoggedCase } from "#lib/study-exports/people-as-log/logged-cases-queries.ts";
import { writeShares, type LogForm, type LogNames } from "#lib/study-exports/people-as-log/people-as-log.ts";

// A log of Inspect, version 2, as its readers take it: https://inspect.aisi.org.uk/eval-logs.html

export type AboutLog = {
  names: LogNames;
  form: LogForm;
  benchmark: string;
  study: string;
  track: string;
  manifestHash: string | null;
  /** Of simulated people: what is read back is told from what somebody answered. */
  isFake: boolean;
};

type Answered = { epoch: number; completion: string; answer: string; credit: number | null; people: number };

const scorer = "choice";
const summariesAtOnce = 1000;
const inputOfSummary = 500;

/** The archive's entries, samples first and the head last: nothing is kept of a sample that is written but what the head counts. */
export async function* writeInspectLog(
  cases: AsyncIterable<readonly LoggedCase[]>,
  about: AboutLog,
): AsyncGenerator<WrittenEntry> {
  const created = `${about.names.day}T00:00:00+00:00`;
  const head = headOf(about, created);
  yield entry("_journal/start.json", head);
  const found = { ids: [] as string[], samples: 0, epochs: 0, credits: 0, judged: 0 };
  let summaries: object[] = [];
  let journals = 0;
  const summarise = (): WrittenEntry => {
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

const entry = (name: string, value: object): WrittenEntry => ({ name, content: JSON.stringify(value) });

function listAnswers({ choices, counts, optionNames, gold }: LoggedCase, form: LogForm): Answered[] {
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
  return [{ epoch: 1, completion: writeShares(optionNames, counts), answer, credit: vote.credit, people }];
}

// A part of a tie is no whole answer; where nobody knows what is right, the answer itself is what was found.
const valueOf = ({ credit, answer }: Answered): string | number =>
  credit === null ? answer : credit === 1 ? "C" : credit === 0 ? "I" : credit;

function sampleOf(
  { key, version, input, optionNames, gold }: LoggedCase,
  answer: Answered,
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
      ...(form === "consensus" && { people: answer.people }),
      ...(isFake && { fake: true }),
    },
  };
}

const outputOf = ({ completion }: Answered, { names: { model } }: AboutLog) => ({
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

type Found = { ids: readonly string[]; samples: number; epochs: number; credits: number; judged: number };

function finish(head: ReturnType<typeof headOf>, found: Found, created: string) {
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
