import "server-only";
import { db, type Transaction } from "#lib/db.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import { parseWords, type FrozenWords, type StudyLanguage } from "#lib/studies/schema.ts";

export type StudyText = { language: StudyLanguage; words: FrozenWords };

const memoized = processSingleton("study texts", () => new BoundedMap<string, StudyText>(200));

/** What a study says to its participants, in one language and version. No version is ever changed, so each is read once. */
export async function readStudyText(
  id: string,
  client: Pick<Transaction, "studyText"> = db,
): Promise<StudyText> {
  const known = memoized.get(id);
  if (known) return known;
  const { language, content } = await client.studyText.findUniqueOrThrow({
    where: { id },
    select: { language: true, content: true },
  });
  const text = { language: language as StudyLanguage, words: parseWords(content) };
  memoized.set(id, text);
  return text;
}
