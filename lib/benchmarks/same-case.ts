import type { BulkClient } from "#lib/bulk/copy.ts";
import { findSameCase, type StoredCase } from "#lib/benchmarks/import-plan.ts";
import { dialogueOf, wordsOf } from "#lib/benchmarks/search-text.ts";

type Worded = { stored: StoredCase; words: readonly string[] };

/**
 * Finds the stored case that a row without an id rewords. Only cases that the files no longer hold and that
 * have the same options come into question; their wording is read when it is first needed.
 */
export class SameCaseFinder {
  readonly #client: BulkClient;
  readonly #known = new Map<readonly StoredCase[], Worded[]>();

  constructor(client: BulkClient) {
    this.#client = client;
  }

  /** A case is found once: the next row gets another or none. */
  async take(dialogue: string, candidates: readonly StoredCase[]): Promise<StoredCase | null> {
    if (candidates.length === 0) return null;
    const left = this.#known.get(candidates) ?? (await this.#read(candidates));
    const found = findSameCase(wordsOf(dialogue), left);
    this.#known.set(candidates, found ? left.filter((it) => it !== found) : left);
    return found?.stored ?? null;
  }

  async #read(candidates: readonly StoredCase[]): Promise<Worded[]> {
    const { rows } = await this.#client.query<{ id: number; text: string }>(
      "SELECT case_version_id AS id, text FROM case_search_texts WHERE case_version_id = ANY($1)",
      [candidates.map(({ versionId }) => versionId)],
    );
    const texts = new Map(rows.map(({ id, text }) => [id, text]));
    return candidates.map((stored) => ({
      stored,
      words: wordsOf(dialogueOf(texts.get(stored.versionId) ?? "")),
    }));
  }
}
