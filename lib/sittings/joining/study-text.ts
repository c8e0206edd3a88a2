import type { Prisma } from "#lib/generated/prisma/client.ts";
import { parseWords, type FrozenWords, type StudyLanguage } from "#lib/studies/schema.ts";

// Parts of questions about a sitting: in which language its study's text is read.

export const readText = { select: { language: true, content: true } } as const;

/** The study's text in the reader's language, where it is offered in that. */
export const textIn = (reader: StudyLanguage | null) =>
  ({
    where: { language: reader ?? "" },
    orderBy: { version: "desc" },
    take: 1,
    ...readText,
  }) as const;

type Text = Prisma.StudyTextGetPayload<typeof readText>;

/** What was consented to is the text of its language; in another it is read, never signed. */
export function chooseText(
  signed: Text,
  [read]: readonly Text[],
): { language: StudyLanguage; words: FrozenWords } {
  const { language, content } = read && read.language !== signed.language ? read : signed;
  return { language: language as StudyLanguage, words: parseWords(content) };
}
