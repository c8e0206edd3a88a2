import type { BulkClient } from "#lib/bulk/copy.ts";
import {
  findSameCase,
  optionsKey,
  saidIn,
  wordsOf,
  type StoredCase,
} from "#lib/benchmarks/case-files/import-plan.ts";
import { readAsked } from "#lib/benchmarks/case-files/stored-cases.ts";

type Worded = { stored: StoredCase; words: readonly string[] };

/**
 * Finds the stored case that a row without an id rewords. Only cases that the files no longer hold and that
 * have the same options come into question; their wording is read when it is first needed.
 */
export class SameCaseFinder {
  readonly #client: BulkClient;
  readonly #candidates: readonly StoredCase[];
  #byOptions: Map<string, StoredCase[]> | null = null;
  readonly #worded = new Map<string, Worded[]>();

  constructor(client: BulkClient, candidates: readonly StoredCase[]) {
    this.#client = client;
    this.#candidates = candidates;
  }

  /** A case is found once: the next row gets another or none. */
  async take(said: string, optionNames: readonly string[]): Promise<StoredCase | null> {
    if (this.#candidates.length === 0) return null;
    this.#byOptions ??= await this.#groupCandidates();
    const options = optionsKey(optionNames);
    const candidates = this.#byOptions.get(options);
    if (!candidates) return null;
    const left = this.#worded.get(options) ?? (await this.#read(candidates));
    const found = findSameCase(wordsOf(said), left);
    this.#worded.set(options, found ? left.filter((candidate) => candidate !== found) : left);
    return found?.stored ?? null;
  }

  async #groupCandidates(): Promise<Map<string, StoredCase[]>> {
    const asked = await readAsked(
      this.#client,
      this.#candidates.map(({ versionId }) => versionId),
    );
    return Map.groupBy(this.#candidates, ({ versionId }) =>
      optionsKey(asked.get(versionId)?.optionNames ?? []),
    );
  }

  async #read(candidates: readonly StoredCase[]): Promise<Worded[]> {
    const { rows } = await this.#client.query<{ id: number; text: string }>(
      "SELECT case_version_id AS id, convert_from(text, 'UTF8') AS text FROM case_search_texts WHERE case_version_id = ANY($1)",
      [candidates.map(({ versionId }) => versionId)],
    );
    const texts = new Map(rows.map(({ id, text }) => [id, text]));
    return candidates.map((stored) => ({
      stored,
      words: wordsOf(saidIn(texts.get(stored.versionId) ?? "")),
    }));
  }
}
