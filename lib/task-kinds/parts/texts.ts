import type { TextPart } from "#lib/task-kinds/parts/schema.ts";

type Parts = readonly TextPart[];

/** All that is read of it but what one answers by. */
export const passageOf = ({ parts }: { parts: Parts }, between: string): string =>
  textsOf(parts).join(between);

export const textsOf = (parts: Parts): string[] => parts.map(({ text }) => text);

/** What is judged tells cases of one scenario apart. */
export const openingOf = ({ parts }: { parts: Parts }): string | null =>
  parts.find(({ role }) => role === "judged")?.text ?? null;
