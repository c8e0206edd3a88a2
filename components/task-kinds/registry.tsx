"use client";

// A page of the server names this alone: what a kind brings besides is fetched where a case has it.

import type { ComponentProps, ComponentType, ReactNode } from "react";
import type { ReadingWords } from "#components/reading/words.ts";
import { Reading as ChoiceReading } from "#components/task-kinds/choice/reading.tsx";
import { lazyWithPreload } from "#components/ui/lazy-with-preload.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";

export type ReadingProps = {
  /** What only its kind reads. */
  content: unknown;
  /** The options in their order, as what the content says of them. */
  names: readonly string[];
  /** Of the passages: the words around them are in the page's own. */
  language: string;
  words: ReadingWords;
  /** What was answered, null while nothing is: the fields to decide by are there, native ones. Without it one only reads. */
  value?: OwnValue | null;
  /** How the profiles stand where there is no room for whole ones; by itself each page begins with them folded. */
  unfolding?: DetailsState;
  /** What can be chosen in place of an option. */
  instead?: ReactNode;
  /** What is asked besides, below the options. */
  below?: ReactNode;
  /** What is to be told of each option on its card, where it is known which one is right. */
  marks?: readonly ReactNode[];
};
export type DetailsState = Pick<ComponentProps<"details">, "open" | "onToggle">;

type KindReading = ComponentType<ReadingProps> & { preload?: () => Promise<unknown> };

const fetched = (kind: KindName): KindReading =>
  lazyWithPreload(
    async () =>
      (await import("#components/task-kinds/fetched-readings.ts")).fetchedReadings[
        kind as Exclude<KindName, "choice">
      ],
  );

/** What most studies ask comes with the page; another kind is fetched by those pages whose study has it. */
export const readings = {
  ...Object.fromEntries(kindNames.map((kind) => [kind, fetched(kind)])),
  choice: ChoiceReading,
} as Record<KindName, KindReading>;

/** A case as a participant sees it. What is right, and what others or models said, is never given to it. */
export function Reading({ kind, ...props }: ReadingProps & { kind: KindName }) {
  const KindReading = readings[kind];
  return <KindReading {...props} />;
}
