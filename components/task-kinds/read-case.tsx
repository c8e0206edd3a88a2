"use client";

import type { ReaderProps } from "#components/reading/long/reader.tsx";
import type { ReaderWords, ReadingWords } from "#components/reading/words.ts";
import { Reading, readings } from "#components/task-kinds/registry.tsx";
import type { WordsToRead } from "#components/task-kinds/words.ts";
import { lazyWithPreload } from "#components/ui/lazy-with-preload.ts";
import { isAsked, type CaseKind } from "#lib/task-kinds/case-kinds.ts";

/** The reader of long texts comes where there is one. */
const DocumentReading = lazyWithPreload(
  async () => (await import("#components/task-kinds/document/reading.tsx")).DocumentReading,
);

/** What draws a case of this kind, before it is drawn. */
export const preloadReading = async (kind: CaseKind): Promise<unknown> =>
  isAsked(kind) ? readings[kind].preload?.() : DocumentReading.preload();

type Props = {
  kind: CaseKind;
  /** With its names what `showCase` made of it: nothing of what is right, or of what only staff know. */
  content: unknown;
  names: readonly string[];
  language: string;
  /** As `messagesForReading` picks them for the kind. */
  words: WordsToRead;
} & Pick<ReaderProps, "place" | "onMarks">;

/** Any case, for who only reads it: as a participant sees it, without the fields one answers in. Documents can be marked. */
export function ReadCase({ kind, content, names, language, words, ...marking }: Props) {
  return isAsked(kind) ? (
    <Reading kind={kind} content={content} names={names} language={language} words={words as ReadingWords} />
  ) : (
    <DocumentReading content={content} language={language} words={words as ReaderWords} {...marking} />
  );
}
