import "server-only";
import { promptDigest } from "#lib/benchmarks/case-files/books.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };
import { countTrack } from "#lib/study-exports/people-as-model/people-as-model.ts";
import type { PeopleAsLog } from "#lib/study-exports/people-as-log/people-as-log.ts";
import type { Source } from "#lib/study-exports/source.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf, showCase } from "#lib/task-kinds/server-registry.ts";

/** A case, and what was decided on it by everybody who counts. */
export type LoggedCase = {
  key: string;
  version: number;
  /** The prompt as models got it; where there is none, what was read, in words. */
  input: string;
  optionNames: readonly string[];
  gold: number | null;
  counts: Int32Array;
  /** Who chose what, in the order of the numbers of this export. */
  choices: readonly { number: number; choice: number }[];
};

// Texts take several kilobytes each, and nobody else is answered while a batch is written.
const [casesAtOnce, choicesAtOnce] = [200, 500];

/** The track's cases that anybody decided, in the order of the study; whoever is left out of the figures is left out here. */
export async function* readLoggedCases(
  { byKind, ask, people }: Pick<Source, "byKind" | "ask" | "people">,
  log: PeopleAsLog,
): AsyncGenerator<readonly LoggedCase[]> {
  const counted = countTrack(byKind, log);
  if (!counted) return;
  const { rows, selection, counts, indexes } = counted;
  const numbers = new Map(people.map(({ index, number }) => [index, number]));
  const { answers } = rows;
  const byCase = Map.groupBy(selection.answers, (i) => answers.case[i] ?? -1);
  const most = Math.max(1, ...indexes.map((index) => byCase.get(index)?.length ?? 0));
  const atOnce = Math.max(1, Math.min(casesAtOnce, Math.floor(choicesAtOnce / most)));
  const language = rows.tracks.find(({ name }) => name === log.track)?.language ?? "en";
  for (let from = 0; from < indexes.length; from += atOnce) {
    const some = indexes.slice(from, from + atOnce);
    const inputs = await readInputs(ask, rows, some, language);
    yield some.flatMap((index): LoggedCase[] => {
      const row = rows.cases[index];
      const input = row && inputs.get(row.versionId);
      if (!row || input === undefined) return [];
      const choices = (byCase.get(index) ?? []).map((i) => ({
        number: numbers.get(answers.person[i] ?? -1) ?? 0,
        choice: answers.choice[i] ?? -1,
      }));
      const { key, version, optionNames, gold } = row;
      return [
        {
          key,
          version,
          input,
          optionNames,
          gold,
          counts: counts.get(index) ?? new Int32Array(optionNames.length),
          choices: choices.toSorted((a, b) => a.number - b.number),
        },
      ];
    });
  }
}

type StoredPrompt = {
  id: number;
  original: string;
  promptHash: Buffer;
  content: unknown;
  optionNames: string[];
};

/** By version. A prompt is written to the letter, so that samples can be joined by it. */
async function readInputs(
  ask: Source["ask"],
  { cases, kind }: Pick<StudyRows, "cases" | "kind">,
  indexes: readonly number[],
  language: string,
): Promise<Map<number, string>> {
  const ids = indexes.flatMap((index) => cases[index]?.versionId ?? []);
  const found = await ask<StoredPrompt>(
    "export inputs",
    `SELECT id, original, prompt_hash AS "promptHash", content, option_names AS "optionNames"
     FROM case_versions WHERE id = ANY($1::int[])`,
    [ids],
  );
  return new Map(
    found.map((one) => {
      const hasPrompt = promptDigest(Buffer.from(one.original)).equals(one.promptHash);
      return [one.id, hasPrompt ? one.original : writeRead(kind, one, language)];
    }),
  );
}

/** As it was read, line by line: of a case of the product's own format. */
function writeRead(kind: KindName, stored: StoredPrompt, language: string): string {
  const { takeAlong } = serverKindOf(kind);
  const { content, names } = showCase(kind, stored);
  const words = (language.startsWith("zh") ? (zh as unknown as typeof en) : en).ownData.file;
  const lines = takeAlong.writeCase(takeAlong.toOwnCase(content, names), words);
  return lines.map((line) => line.replace(/^ {4}/, "")).join("\n");
}
