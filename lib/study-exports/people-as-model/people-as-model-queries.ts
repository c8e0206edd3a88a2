import "server-only";
import { promptDigest } from "#lib/benchmarks/case-files/books.ts";
import {
  countTrack,
  exactLine,
  type PeopleAsModel,
} from "#lib/study-exports/people-as-model/people-as-model.ts";
import type { Source } from "#lib/study-exports/source.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

export type ModelCount = { rows: number; withoutPrompt: number };

/** Prompts take several kilobytes each. */
const casesAtOnce = 200;

/** What people chose as if they were a model: shares of counted answers as probabilities, whoever is left out left out. */
export async function* writePeopleAsModel(
  { byKind, ask }: Source,
  { track, who }: PeopleAsModel,
  count: (found: ModelCount) => void,
): AsyncGenerator<string> {
  const found = countTrack(byKind, { track, who });
  if (!found) return;
  const { rows, counts, indexes } = found;
  const { peopleAsModel } = serverKindOf(rows.kind);
  if (!peopleAsModel) return;
  const isFake = who === "simulated";
  if (peopleAsModel.ending === "jsonl") {
    const model = who === "people" ? "people" : "simulated people";
    const lines = indexes.flatMap((index) => {
      const [row, counted] = [rows.cases[index], counts.get(index)];
      if (!row || !counted) return [];
      const line = {
        model,
        method: `${peopleAsModel.method}, ${rows.study.slug}`,
        track,
        case: row.key,
        ...peopleAsModel.answer(counted, row.optionNames),
        people: true,
        ...(isFake && { fake: true }),
      };
      return [`${JSON.stringify(line)}\n`];
    });
    count({ rows: lines.length, withoutPrompt: 0 });
    yield lines.join("");
    return;
  }
  const options = indexes.reduce((most, i) => Math.max(most, rows.cases[i]?.optionNames.length ?? 0), 0);
  yield exactLine([...peopleAsModel.columns(options), "people", ...(isFake ? ["fake"] : [])]);
  for (let from = 0; from < indexes.length; from += casesAtOnce) {
    const some = indexes.slice(from, from + casesAtOnce);
    const ids = some.flatMap((index) => rows.cases[index]?.versionId ?? []);
    const prompts = await readPrompts(ask, ids);
    const lines = some.flatMap((index) => {
      const row = rows.cases[index];
      const prompt = row && prompts.get(row.versionId);
      const counted = counts.get(index);
      return prompt === undefined || !row || !counted
        ? []
        : [exactLine([...peopleAsModel.write(prompt, row, counted, options), 1, ...(isFake ? [1] : [])])];
    });
    count({ rows: lines.length, withoutPrompt: some.length - lines.length });
    yield lines.join("");
  }
}

/** Cases that were written in the product's own format have no prompt that a model's row could be joined by. */
async function readPrompts(ask: Source["ask"], ids: readonly number[]): Promise<Map<number, string>> {
  const found = await ask<{ id: number; original: string; promptHash: Buffer }>(
    "export prompts",
    `SELECT id, original, prompt_hash AS "promptHash" FROM case_versions WHERE id = ANY($1::int[])`,
    [ids],
  );
  return new Map(
    found.flatMap(({ id, original, promptHash }) =>
      promptDigest(Buffer.from(original)).equals(promptHash) ? [[id, original] as const] : [],
    ),
  );
}
