import { type CombineMethod, combineSamples } from "#lib/model-answers/combine-samples.ts";
import {
  answerOfSample,
  caseOf,
  findJoin,
  type Join,
  type JoinedCases,
  type LogSample,
  type OpenLog,
  type ReadSample,
  type SampleAnswer,
  tellingSamples,
} from "#lib/model-logs/log-sample.ts";
import { readHarnessName, readResultsModel } from "#lib/model-logs/lm-eval.ts";
import { logFormatOf } from "#lib/model-logs/open-log.ts";
import type { ReadRow, ResultFile, ResultRow } from "#lib/model-runs/result-row.ts";
import type { IndexedCase, IndexedTrack } from "#lib/model-runs/run-track.ts";
import { type EpochMethod, maxReplicate } from "#lib/model-runs/schema.ts";

/** What an admin says of the log: it counts before what the log says of itself. */
type LogDeclaration = { model: string | null; version: string; epochs?: EpochMethod };
type CaseMatch = { indexed: IndexedCase; track: string };

/** Cases of several tracks; an id that two tracks have is nobody's. */
function joinTracks(tracks: readonly IndexedTrack[]): JoinedCases<CaseMatch> {
  const only = (found: CaseMatch[]) => (found.length === 1 ? found[0] : undefined);
  const among = (find: (track: IndexedTrack) => IndexedCase | undefined) =>
    tracks.flatMap((track) => {
      const indexed = find(track);
      return indexed ? [{ indexed, track: track.name }] : [];
    });
  return {
    ofKey: (key) => only(among(({ index }) => index.ofKey(key))),
    ofPrompt: (promptHash) => only(among(({ index }) => index.ofPrompt(promptHash))),
  };
}

/** A log's samples as rows of results, each with the id of its case. */
export async function* readLogRows(
  { head, samples }: OpenLog,
  tracks: readonly IndexedTrack[],
  told: LogDeclaration,
): AsyncGenerator<readonly ReadRow[]> {
  const cases = joinTracks(tracks);
  const nowhere = tracks[0]?.name ?? null;
  const model = told.model ?? head.model;
  const { version, epochs = "runs" } = told;
  const combined = epochs === "runs" ? null : new CombinedRows(epochs);
  const about = { model, version, nowhere, combined, isOfSeveral: head.epochs > 1 };
  let join: Join | null = null;
  let waiting: ReadSample[] = [];
  const pass = (): ReadRow[] => {
    const good = waiting.flatMap(({ sample }) => sample ?? []);
    join ??= findJoin(good, cases);
    const way = join;
    const rows = waiting.flatMap((read): ReadRow[] =>
      read.sample
        ? rowOf(read.sample, caseOf(read.sample, way, cases), about)
        : [refuse(read.problem.line, read.problem.name || null, read.problem.problem, read.problem.found)],
    );
    waiting = [];
    return rows;
  };
  for await (const read of samples) {
    waiting.push(read);
    if (waiting.length >= tellingSamples) yield pass();
  }
  if (waiting.length > 0) yield pass();
  if (combined) yield combined.finish();
}

const refuse = (line: number, column: string | null, problem: string, found = ""): ReadRow => ({
  row: null,
  problems: [{ line, column, problem, found }],
});

type RowContext = {
  model: string | null;
  version: string;
  nowhere: string | null;
  /** Where all epochs of a case become one answer. */
  combined: CombinedRows | null;
  /** The log has several epochs. */
  isOfSeveral: boolean;
};

function rowOf(sample: LogSample, found: CaseMatch | undefined, about: RowContext): ReadRow[] {
  const { model, version, nowhere, combined, isOfSeveral } = about;
  const { line, name, epoch, tokens, isFake, isPeople } = sample;
  const key = found?.indexed.key ?? name;
  const reference = { key, track: found?.track ?? nowhere };
  const replicate = combined || !isOfSeveral ? null : epoch;
  if (replicate !== null && replicate > maxReplicate) {
    const problem = `As a run of its own an epoch is at most ${maxReplicate}. Combine the log’s epochs, or number them from 1.`;
    return [refuse(line, `${name}, epoch`, problem, String(epoch))];
  }
  // Every case answered once more is a run of its own.
  const ofEpoch = combined
    ? version
    : [version, epoch > 1 ? `epoch ${epoch}` : ""].filter(Boolean).join(" · ");
  const row = {
    line,
    model,
    method: null,
    version: ofEpoch,
    replicate,
    isFake,
    isPeople,
    reference,
    cost: null,
    tokens,
    lineOf: () => line,
  };
  if (!found) return [{ row: { ...row, failed: true, answer: {}, response: null }, problems: null }];
  const held = answerOfSample(sample, found.indexed);
  if (!held.ok) return [refuse(line, `${name}, ${held.column}`, held.problem, held.found)];
  const { failed, answer, response } = held;
  const whole = { ...row, failed, answer: ofAnyKind(answer), response: Buffer.from(response, "utf8") };
  if (!combined) return [{ row: whole, problems: null }];
  const problem = combined.take(found.indexed, whole, { epoch, name, failed, answer });
  return problem ? [problem] : [];
}

/** The option that was chosen, by the name that its kind has for it. */
const ofAnyKind = ({ choice, ...answer }: EpochAnswer["answer"]) => ({
  ...answer,
  ...(choice !== undefined && { choice, label: choice }),
});

/** What one epoch answered to a case. */
type EpochAnswer = Pick<Extract<SampleAnswer, { ok: true }>, "failed" | "answer"> & {
  epoch: number;
  name: string;
};

/** Gathers the epochs of each case, which become one answer once all are read: one self-consistency run. */
class CombinedRows {
  readonly #combining: CombineMethod;
  readonly #cases = new Map<IndexedCase, CaseEpochs>();

  constructor(combining: CombineMethod) {
    this.#combining = combining;
  }

  /** What is wrong with it, where something is. */
  take(indexed: IndexedCase, row: ResultRow, { epoch, name, failed, answer }: EpochAnswer): ReadRow | null {
    const { optionNames } = indexed;
    const known = this.#cases.get(indexed) ?? begin(row, name, optionNames);
    this.#cases.set(indexed, known);
    if (known.epochs.has(epoch))
      return refuse(row.line, name, `the case was answered twice in epoch ${epoch}: keep only one of both`);
    known.epochs.add(epoch);
    known.tokens = known.tokens === null || row.tokens === null ? null : known.tokens + row.tokens;
    if (failed) return null;
    const { probabilities, choice, repaired = false } = answer;
    known.isRepaired ||= repaired;
    known.hasPlainChoice ||= probabilities === undefined;
    // One option alone is all of a vote.
    known.distributions.push(probabilities ?? optionNames.map((option) => Number(option === choice)));
    return null;
  }

  finish(): ReadRow[] {
    return [...this.#cases.values()].map((gathered) => this.#combine(gathered));
  }

  #combine({ row, name, optionNames, distributions, ...gathered }: CaseEpochs): ReadRow {
    if (this.#combining === "mean" && gathered.hasPlainChoice)
      return refuse(
        row.line,
        name,
        "an epoch names an option without probabilities, of which there is no mean: import the log by majority, or each epoch as a run",
      );
    const combined = combineSamples(distributions, this.#combining);
    const told = { epochs: gathered.epochs.size, answered: distributions.length };
    const asOne = (answer: object, more: object): ReadRow => ({
      row: {
        ...row,
        failed: combined === null,
        answer,
        tokens: gathered.tokens,
        response: Buffer.from(JSON.stringify({ ...told, ...more }), "utf8"),
      },
      problems: null,
    });
    if (combined === null) return asOne({}, {});
    const repaired = gathered.isRepaired;
    if ("probabilities" in combined)
      return asOne({ probabilities: combined.probabilities, repaired }, { combined: "mean" });
    const choice = optionNames[combined.choice];
    const votes = Object.fromEntries(optionNames.map((option, at) => [option, combined.votes[at] ?? 0]));
    return asOne({ choice, label: choice }, { combined: "majority", votes, isTied: combined.isTied });
  }
}

type CaseEpochs = ReturnType<typeof begin>;
const begin = (row: ResultRow, name: string, optionNames: readonly string[]) => ({
  row,
  name,
  optionNames,
  epochs: new Set<number>(),
  distributions: [] as (readonly number[])[],
  isRepaired: false,
  tokens: 0 as number | null,
  /** An epoch named an option without saying how probable the others are. */
  hasPlainChoice: false,
});

/**
 * The harness writes results beside samples. They hold no answer: what they say of the model counts for the samples of the
 * same moment that nobody named a model for, and one that stands alone stays, for its refusal.
 */
export async function nameBeside(files: readonly ResultFile[]): Promise<ResultFile[]> {
  const models = new Map<string, string | null>();
  const dates = new Set(files.flatMap(({ name }) => datedAs(name, "samples") ?? []));
  const left: ResultFile[] = [];
  for (const file of files) {
    const date = datedAs(file.name, "results");
    const isBeside = date !== null && dates.has(date) && (await logFormatOf(file.path)) === "lm_eval_results";
    if (isBeside) models.set(date, await readResultsModel(file.path));
    else left.push(file);
  }
  return left.map((file) => {
    const date = datedAs(file.name, "samples");
    return file.model === null && date !== null ? { ...file, model: models.get(date) ?? null } : file;
  });
}

function datedAs(name: string, what: "samples" | "results"): string | null {
  const read = readHarnessName(name);
  return read && read.isResults === (what === "results") ? read.date : null;
}
