import { combineSamples, type Combining } from "#lib/model-answers/combine-samples.ts";
import type { IndexedCase } from "#lib/model-runs/case-index.ts";
import type { ReadRow, ResultRow } from "#lib/model-runs/result-row.ts";

/** What one epoch answered to a case. */
export type EpochAnswer = {
  epoch: number;
  name: string;
  failed: boolean;
  answer: { probabilities?: readonly number[]; choice?: string; repaired?: boolean };
};

type Gathered = {
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
export class CombinedRows {
  readonly #combining: Combining;
  readonly #cases = new Map<IndexedCase, Gathered>();

  constructor(combining: Combining) {
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

  #combine({ row, name, optionNames, distributions, ...gathered }: Gathered): ReadRow {
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

const begin = (row: ResultRow, name: string, optionNames: readonly string[]): Gathered => ({
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
