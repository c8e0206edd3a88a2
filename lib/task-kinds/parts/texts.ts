import type { Layout } from "#lib/task-kinds/kind.ts";
import type { TextPart } from "#lib/task-kinds/parts/schema.ts";

type Parts = readonly TextPart[];

/** All that is read of it but what one answers by. */
export const passageOf = ({ parts }: { parts: Parts }, between: string): string =>
  textsOf(parts).join(between);

export const textsOf = (parts: Parts): string[] => parts.map(({ text }) => text);

/** What is judged tells cases of one scenario apart. */
export const openingOf = ({ parts }: { parts: Parts }): string | null =>
  parts.find(({ role }) => role === "judged")?.text ?? null;

type Content<Key extends string, Standard> = { parts: readonly TextPart[] } & Readonly<Record<Key, Standard>>;

/** Of kinds that answer by a standard, a scale, labels or codes, which has one order for everybody. */
export const judgedBy = <Key extends string, Given, Standard>(
  standard: Key,
  resolve: (given: Given) => Standard,
) => ({
  arrange: (content: Content<Key, Given>, names: readonly string[], _layout: Layout) => ({
    content: { parts: content.parts, [standard]: resolve(content[standard]) },
    names,
  }),
  listWords: (shown: { parts: readonly TextPart[] }) => ({ passage: passageOf(shown, "\n"), beside: [] }),
});
