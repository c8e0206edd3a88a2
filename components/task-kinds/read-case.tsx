import { DocumentReading } from "#components/task-kinds/document/reading.tsx";
import type { ReaderProps } from "#components/reading/long/reader.tsx";
import type { ReaderWords, ReadingWords } from "#components/reading/words.ts";
import { Reading } from "#components/task-kinds/registry.tsx";
import type { WordsToRead } from "#components/task-kinds/words.ts";
import { isAsked, type CaseKind } from "#lib/task-kinds/case-kinds.ts";

type Props = {
  kind: CaseKind;
  /** With its names what `showCase` made of it: nothing of what is right, or of what only staff know. */
  content: unknown;
  names: readonly string[];
  language: string;
  /** As `sayForReading` picks them for the kind. */
  words: WordsToRead;
} & Pick<ReaderProps, "place" | "onMarks">;

/** Any case, for who only reads it: as a participant sees it, without the fields one answers in. Documents can be marked. */
export function ReadCase({ kind, content, names, language, words, ...marking }: Props) {
  return isAsked(kind) ? (
    <Reading {...{ kind, content, names, language }} words={words as ReadingWords} />
  ) : (
    <DocumentReading {...{ content, language }} words={words as ReaderWords} {...marking} />
  );
}
