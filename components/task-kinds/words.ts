import type { AppConfig } from "next-intl";
import type { ReaderWords, ReadingWords } from "#components/reading/words.ts";
import { isAsked, type CaseKind } from "#lib/task-kinds/case-kinds.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type Messages = AppConfig["Messages"];
type Words = { readonly [name: string]: string | Words };

/** What the pages of a sitting say where its cases are of this kind: the kind's own words stand in place of the usual ones. */
export function messagesFor<M extends Pick<Messages, "taskKinds">>(kind: KindName, messages: M): M {
  const own: Partial<Record<KindName, Words>> = messages.taskKinds;
  const words = own[kind];
  return words ? (lay(messages, words) as M) : messages;
}

/** What stands around a case that is only read. */
export type WordsToRead = ReadingWords | ReaderWords;

export const messagesForReading = (
  kind: CaseKind,
  messages: Pick<Messages, "taskKinds" | "sitting" | "reader">,
): WordsToRead => (isAsked(kind) ? messagesFor(kind, messages).sitting.reading : messages.reader);

/** The same of a page about cases of several kinds: the usual words, unless all are of one. */
export const messagesForAll = <M extends Pick<Messages, "taskKinds">>(
  kinds: readonly KindName[],
  messages: M,
): M => (kinds[0] !== undefined && kinds.length === 1 ? messagesFor(kinds[0], messages) : messages);

/** What cases say, each kind in its own words; undefined where all are of one. */
export const messagesForEach = <M extends Pick<Messages, "taskKinds">, W>(
  kinds: readonly KindName[],
  messages: M,
  pick: (messages: M) => W,
): Partial<Record<KindName, W>> | undefined =>
  kinds.length > 1
    ? Object.fromEntries(kinds.map((kind) => [kind, pick(messagesFor(kind, messages))]))
    : undefined;

const lay = (usual: Words, own: Words): Words => ({
  ...usual,
  ...Object.fromEntries(
    Object.entries(own).map(([name, words]) => {
      const before = usual[name];
      return [name, typeof words === "object" && typeof before === "object" ? lay(before, words) : words];
    }),
  ),
});
