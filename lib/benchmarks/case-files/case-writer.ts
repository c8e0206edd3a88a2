import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { copyRows, reserveIds, type BulkClient } from "#lib/bulk/copy.ts";
import type { GoodRow } from "#lib/benchmarks/case-files/case-row.ts";
import type { Identity } from "#lib/benchmarks/case-files/books/case-book.ts";
import { searchText, type StoredCase } from "#lib/benchmarks/case-files/import-plan.ts";
import { readAsked, type Asked } from "#lib/benchmarks/case-files/stored-cases.ts";
import type { UnderstoodCase } from "#lib/task-kinds/case-files.ts";

type NewVersion = {
  row: GoodRow;
  identity: Identity;
  content: UnderstoodCase;
  trackId: number;
  position: number;
  /** The version it takes the place of; null makes a new case. */
  replaces: StoredCase | null;
};

/** A version that took the place of another, and may have got that one's predictions. */
export type Replaced = { from: number; to: number };

const rowsPerBatch = 400;
const bytesPerBatch = 8 << 20;

/** Copies new cases and new versions of old ones into the tables, some hundred at a time. */
export class CaseWriter {
  readonly #client: BulkClient;
  #pending: NewVersion[] = [];
  #pendingBytes = 0;
  #sending: Promise<void> = Promise.resolve();
  readonly replaced: Replaced[] = [];
  readonly #cases = new BinaryRows("cases (id, track_id, key, kind, position, source)", 1 << 16);
  readonly #versions = new BinaryRows(
    "case_versions (id, case_id, number, hash, prompt_hash, original, form, content, option_names, option_count, answer_length, group_name, attributes, overlap)",
  );
  readonly #texts = new BinaryRows("case_search_texts (case_version_id, text)");
  readonly #golds = new BinaryRows("case_golds (case_version_id, choice)", 1 << 16);

  constructor(client: BulkClient) {
    this.#client = client;
  }

  async add(version: NewVersion): Promise<void> {
    this.#pending.push(version);
    this.#pendingBytes += version.row.original.length;
    if (this.#pending.length >= rowsPerBatch || this.#pendingBytes >= bytesPerBatch) await this.#pass();
  }

  /** Sends what has gathered while the next rows are read; waits only for the batch before. */
  async #pass(): Promise<void> {
    await this.#sending;
    const pending = this.#pending;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#sending = this.#send(pending);
    // Whoever passes the next batch, or finishes, gets the error.
    this.#sending.catch(() => undefined);
  }

  async finish(): Promise<void> {
    await this.#pass();
    await this.#sending;
  }

  async #send(pending: readonly NewVersion[]): Promise<void> {
    if (pending.length === 0) return;
    const added = pending.filter(({ replaces }) => replaces === null);
    const caseIds = await reserveIds(this.#client, "cases", added.length);
    const versionIds = await reserveIds(this.#client, "case_versions", pending.length);
    const retired = pending.flatMap(({ replaces }) => (replaces ? [replaces.versionId] : []));
    const asked = retired.length > 0 ? await readAsked(this.#client, retired) : new Map<number, Asked>();
    if (retired.length > 0) {
      await this.#client.query("UPDATE case_versions SET retired_at = now() WHERE id = ANY($1)", [retired]);
    }
    let next = 0;
    pending.forEach((version, index) => {
      const caseId = version.replaces?.caseId ?? caseIds[next++] ?? 0;
      const versionId = versionIds[index] ?? 0;
      this.#write(version, caseId, versionId);
      const before = version.replaces && asked.get(version.replaces.versionId);
      if (version.replaces && before && isAskedTheSame(before, version)) {
        this.replaced.push({ from: version.replaces.versionId, to: versionId });
      }
    });
    for (const rows of [this.#cases, this.#versions, this.#texts, this.#golds])
      await copyRows(this.#client, rows);
  }

  #write(
    { row, identity, content, trackId, position, replaces }: NewVersion,
    caseId: number,
    id: number,
  ): void {
    const { optionNames, gold } = row;
    if (replaces === null) {
      this.#cases
        .begin()
        .int4(caseId)
        .int4(trackId)
        .text(identity.key)
        .text(row.kind)
        .int4(position)
        .text(row.source);
    }
    this.#versions
      .begin()
      .int4(id)
      .int4(caseId)
      .int2((replaces?.number ?? 0) + 1)
      .text(identity.hash)
      .text(identity.prompt)
      .text(row.original)
      .text(content.form)
      .json(content.content)
      .textArray(optionNames)
      .int2(optionNames.length)
      .int4(content.answerLength)
      .text(row.group)
      .json(row.attributes)
      .json(content.overlap ?? null);
    this.#texts.begin().int4(id).text(searchText(content.said, optionNames));
    if (gold !== null) this.#golds.begin().int4(id).int2(gold);
  }
}

const isAskedTheSame = ({ promptHash, optionNames }: Asked, { identity, row }: NewVersion) =>
  promptHash.equals(identity.prompt) &&
  optionNames.length === row.optionNames.length &&
  optionNames.every((name, index) => name === row.optionNames[index]);
