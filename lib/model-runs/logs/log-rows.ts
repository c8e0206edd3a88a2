import type { IndexedCase, IndexedTrack } from "#lib/model-runs/case-index.ts";
import { maxReplicate, type EpochMethod } from "#lib/model-runs/schema.ts";
import type { ReadRow, ResultRow } from "#lib/model-runs/result-row.ts";
import { caseOf, findJoin, tellingSamples, type Join, type JoinedCases } from "#lib/model-logs/find-join.ts";
import { answerOfSample } from "#lib/model-logs/answer-of-sample.ts";
import type { LogSample, OpenLog, ReadSample } from "#lib/model-logs/log-sample.ts";
import { combineSamples, type CombineMethod } from "#lib/model-answers/combine-samples.ts";

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
      read.sample ? rowOf(read.sample, caseOf(read.sample, way, cases), about) : [refused(read.problem)],
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

const refused = ({ line, name, problem, found }: ReadSample["problem"] & object): ReadRow => ({
  row: null,
  problems: [{ line, column: name || null, problem, found }],
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
  const { line, name, epoch, tokens, isFake } = sample;
  const key = found?.indexed.key ?? name;
  const reference = { key, track: found?.track ?? nowhere };
  const replicate = combined || !isOfSeveral ? null : epoch;
  if (replicate !== null && replicate > maxReplicate) {
    const problem = `As a run of its own an epoch is at most ${maxReplicate}. Combine the log’s epochs, or number them from 1.`;
    return [{ row: null, problems: [{ line, column: `${name}, epoch`, problem, found: String(epoch) }] }];
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
    reference,
    cost: null,
    tokens,
    lineOf: () => line,
  };
  if (!found) return [{ row: { ...row, failed: true, answer: {}, response: null }, problems: null }];
  const held = answerOfSample(sample, found.indexed);
  if (!held.ok) {
    const { column, problem, found: text } = held;
    return [{ row: null, problems: [{ line, column: `${name}, ${column}`, problem, found: text }] }];
  }
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
type EpochAnswer = {
  epoch: number;
  name: string;
  failed: boolean;
  answer: { probabilities?: readonly number[]; choice?: string; repaired?: boolean };
};

type CaseEpochs = {
  row: ResultRow;
  name: string;
  optionNames: readonly string[];
  epochs: Set<number>;
  distributions: (readonly number[])[];
  isRepaired: boolean;
  tokens: number | null;
  /** An epoch named an option without saying how probable the others are. */
  hasPlainChoice: boolean;
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
      return refuse(row, name, `the case was answered twice in epoch ${epoch}: keep only one of both`, "");
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
        row,
        name,
        "an epoch names an option without probabilities, of which there is no mean: import the log by majority, or each epoch as a run",
        "",
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

const begin = (row: ResultRow, name: string, optionNames: readonly string[]): CaseEpochs => ({
  row,
  name,
  optionNames,
  epochs: new Set(),
  distributions: [],
  isRepaired: false,
  tokens: 0,
  hasPlainChoice: false,
});

const refuse = ({ line }: ResultRow, column: string, problem: string, found: string): ReadRow => ({
  row: null,
  problems: [{ line, column, problem, found }],
});
