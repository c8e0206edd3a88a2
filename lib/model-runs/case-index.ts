import type { BulkClient } from "#lib/bulk/copy.ts";
import type { CaseReference } from "#lib/model-runs/result-row.ts";
import type { CaseKind } from "#lib/task-kinds/case-kinds.ts";

export type IndexedCase = {
  versionId: number;
  key: string;
  kind: CaseKind;
  promptHash: string;
  optionNames: readonly string[];
  gold: number | null;
};

/** The current cases of a track, found by prompt or by id; each is given to one row of a run. */
export class CaseIndex {
  readonly size: number;
  readonly #byPrompt: Map<string, IndexedCase[]>;
  readonly #byKey: Map<string, IndexedCase>;
  readonly #byVersion: Map<number, IndexedCase>;

  constructor(cases: readonly IndexedCase[]) {
    this.size = cases.length;
    this.#byPrompt = Map.groupBy(cases, ({ promptHash }) => promptHash);
    this.#byKey = new Map(cases.map((indexed) => [indexed.key, indexed]));
    this.#byVersion = new Map(cases.map((indexed) => [indexed.versionId, indexed]));
  }

  ofKey(key: string): IndexedCase | undefined {
    return this.#byKey.get(key);
  }

  /** The only one with this prompt. */
  ofPrompt(promptHash: string): IndexedCase | undefined {
    const all = this.#byPrompt.get(promptHash) ?? [];
    return all.length === 1 ? all[0] : undefined;
  }

  /**
   * Cases that share a prompt are told apart by options and right answer, as far as the row names them; those
   * that are the same in all are given out in their order. "taken": all of them have a row already.
   */
  find(
    reference: CaseReference,
    promptHash: string | null,
    taken: ReadonlySet<number>,
  ): IndexedCase | "taken" | null {
    if ("key" in reference) {
      const found =
        "versionId" in reference ? this.#byVersion.get(reference.versionId) : this.#byKey.get(reference.key);
      return !found ? null : taken.has(found.versionId) ? "taken" : found;
    }
    const all = this.#byPrompt.get(promptHash ?? "") ?? [];
    if (all.length === 0) return null;
    const free = all.filter(({ versionId }) => !taken.has(versionId));
    if (free.length === 0) return "taken";
    if (free.length === 1) return free[0] ?? null;
    const { options, gold } = reference;
    const sameOptions = free.filter(
      (indexed) => options === null || indexed.optionNames.every((name, index) => options[index] === name),
    );
    const among = sameOptions.length > 0 ? sameOptions : free;
    return among.find((indexed) => indexed.optionNames[indexed.gold ?? -1] === gold) ?? among[0] ?? null;
  }
}

export type IndexedTrack = { id: number; name: string; index: CaseIndex };

/** Reads the cases of each track when a file first needs them. */
export class TrackIndexes {
  readonly #client: BulkClient;
  readonly #benchmarkId: number;
  readonly #tracks = new Map<string, IndexedTrack>();
  #names: readonly string[] | null = null;

  constructor(client: BulkClient, benchmarkId: number) {
    this.#client = client;
    this.#benchmarkId = benchmarkId;
  }

  async listNames(): Promise<readonly string[]> {
    if (this.#names) return this.#names;
    const { rows } = await this.#client.query<{ name: string }>(
      "SELECT name FROM tracks WHERE benchmark_id = $1 ORDER BY position",
      [this.#benchmarkId],
    );
    return (this.#names = rows.map(({ name }) => name));
  }

  /** The one that was chosen, or all of them. */
  async listOf(chosen: string | null): Promise<IndexedTrack[]> {
    const tracks: IndexedTrack[] = [];
    for (const name of chosen === null ? await this.listNames() : [chosen]) {
      const found = await this.find(name);
      if (found) tracks.push(found);
    }
    return tracks;
  }

  /** The tracks that have a case of this id. */
  async listWith(key: string): Promise<string[]> {
    const tracks = await this.listOf(null);
    return tracks.flatMap(({ name, index }) => (index.ofKey(key) ? [name] : []));
  }

  async find(name: string): Promise<IndexedTrack | null> {
    const known = this.#tracks.get(name);
    if (known) return known;
    const { rows: tracks } = await this.#client.query<{ id: number }>(
      "SELECT id FROM tracks WHERE benchmark_id = $1 AND name = $2",
      [this.#benchmarkId, name],
    );
    const id = tracks[0]?.id;
    if (id === undefined) return null;
    const { rows } = await this.#client.query<IndexedCase>(
      `SELECT v.id AS "versionId", c.key, c.kind, encode(v.prompt_hash, 'hex') AS "promptHash",
         v.option_names AS "optionNames", g.choice AS gold
       FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
         LEFT JOIN case_golds g ON g.case_version_id = v.id
       WHERE c.track_id = $1 ORDER BY c.position, c.id`,
      [id],
    );
    const track = { id, name, index: new CaseIndex(rows) };
    this.#tracks.set(name, track);
    return track;
  }
}
