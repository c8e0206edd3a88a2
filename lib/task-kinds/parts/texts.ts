import { indented } from "#lib/task-kinds/own-data.ts";
import type { TextPart } from "#lib/task-kinds/parts/schema.ts";

type Parts = readonly TextPart[];

/** All that is read of it but what one answers by. */
export const passageOf = ({ parts }: { parts: Parts }, between: string): string =>
  parts.map(({ text }) => text).join(between);

/** What is judged tells cases of one scenario apart. */
export const openingOf = ({ parts }: { parts: Parts }): string | null =>
  parts.find(({ role }) => role === "judged")?.text ?? null;

/** For who takes them along. */
export const writeParts = (parts: Parts): string[] =>
  parts.flatMap(({ text }, at) => [...(at === 0 ? [] : [""]), ...indented(text)]);
