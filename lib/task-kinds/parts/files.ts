import { tokensOf } from "#lib/metrics/text/overlap.ts";
import type { CaseFiles, CaseForm, CaseInput, ReadFiles } from "#lib/task-kinds/case-files.ts";
import type { Layout } from "#lib/task-kinds/kind.ts";
import type { TextPart } from "#lib/task-kinds/parts/schema.ts";

type CaseFileParts = Pick<
  CaseFiles,
  "needsGold" | "csv" | "shown" | "versionParts" | "understand" | "asItStands" | "content"
>;
type PartsSpec<Content> = {
  content: ReadFiles<Content>["content"];
  /** What its participant gets. */
  shown: (given: CaseInput<Content>) => readonly unknown[];
  /** What a case is told by: another of these is a new version. */
  version: (given: CaseInput<Content>) => readonly unknown[];
  said: (own: Content) => string;
  form?: (own: Content) => CaseForm;
  overlap?: (own: Content) => Awaited<ReturnType<ReadFiles["understand"]>>["overlap"];
};

/** Of kinds whose cases come as lines of JSON alone: what is judged in them is taken apart already. */
export const filesOfLines = <Content>(
  kind: string,
  { content, shown, version, said, form = () => "text", overlap }: PartsSpec<Content>,
): Pick<CaseFiles<Content, Content>, keyof CaseFileParts> => ({
  content,
  needsGold: false,
  csv: null,
  shown,
  versionParts: (given) => [JSON.stringify([kind, ...version(given)])],
  understand: async ({ own }) => ({
    form: form(own),
    content: own,
    answerLength: null,
    ...(overlap && { overlap: overlap(own) }),
    said: said(own).toLowerCase(),
  }),
  asItStands: () => {
    throw new Error(`a case of the kind ${kind} is always taken apart`);
  },
});

/** A line that holds no prompt. */
export const readOwn = <Own>(
  bytes: Buffer,
  given: Pick<CaseInput<Own>, "optionNames" | "gold" | "own">,
): CaseInput<Own> => ({ ...given, prompt: null, original: Buffer.from(bytes) });

type Parts = readonly TextPart[];

/** All that is read of it but what one answers by. */
export const passageOf = ({ parts }: { parts: Parts }, between: string): string =>
  textsOf(parts).join(between);

export const textsOf = (parts: Parts): string[] => parts.map(({ text }) => text);

/** What whoever rates gets, field by field. */
export const shownParts = (parts: Parts): Pick<TextPart, "role" | "text">[] =>
  parts.flatMap(({ role, text, seenBy }) => (seenBy === undefined ? [{ role, text }] : []));

export const hiddenParts = (parts: Parts): TextPart[] => parts.filter(({ seenBy }) => seenBy !== undefined);

/** What is judged tells cases of one scenario apart. */
export const openingOf = ({ parts }: { parts: Parts }): string | null =>
  parts.find(({ role }) => role === "judged")?.text ?? null;

/** The texts that a case judges, in its content as the database has it. */
export const judgedPath = '$.parts[*] ? (@.role == "judged").text';

/** As BLEU-4 and ROUGE-L count; null of a case that judges no text, or more than one. */
export const lengthOfJudged = (texts: readonly string[] | null): number | null => {
  const [text, ...others] = texts ?? [];
  return text === undefined || others.length > 0 ? null : tokensOf(text).length;
};

type Content<Key extends string, Standard> = { parts: readonly TextPart[] } & Readonly<Record<Key, Standard>>;

/** Of kinds that answer by a standard, a scale, labels or codes, which has one order for everybody. */
export const judgedBy = <Key extends string, Given, Standard>(
  standard: Key,
  resolve: (given: Given) => Standard,
) => ({
  arrange: (content: Content<Key, Given>, names: readonly string[], _layout: Layout) => ({
    content: { parts: shownParts(content.parts), [standard]: resolve(content[standard]) },
    names,
  }),
  // Of what is stored, and of what is shown.
  listWords: ({ parts }: { parts: readonly TextPart[] }) => ({
    passage: textsOf(shownParts(parts)).join("\n"),
    beside: [],
  }),
});
