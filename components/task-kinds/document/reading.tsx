"use client";

import { useMemo } from "react";
import { Reader, type ReaderProps } from "#components/reading/long/reader.tsx";
import type { DocumentContent, KnownTitle } from "#lib/task-kinds/document/case-files.ts";

type Props = Pick<ReaderProps, "language" | "words" | "place" | "onMarks"> & { content: unknown };

/** What people said, turn after turn, or texts under their titles. */
export function DocumentReading({ content, words, ...props }: Props) {
  const { title, turns, parts } = content as DocumentContent;
  const pieces = useMemo(
    () =>
      turns?.map(({ speaker, text, at }) => ({ title: speaker, text, at })) ??
      parts?.map((part) => ({ ...part, title: formatTitle(part.title, words.titles) })) ??
      [],
    [turns, parts, words],
  );
  return (
    <div className="grid min-w-0 gap-3">
      {title !== undefined && (
        <p lang={props.language} dir="auto" className="text-xl font-semibold wrap-anywhere">
          {title}
        </p>
      )}
      <Reader {...props} pieces={pieces} words={words} titles={turns ? "speakers" : "names"} />
    </div>
  );
}

const formatTitle = (title: string, words: Readonly<Record<KnownTitle, string>>) =>
  Object.hasOwn(words, title) ? words[title as KnownTitle] : title;
