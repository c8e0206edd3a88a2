import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import { jsonField } from "#lib/auth/request/json-field.ts";

export const maxWords = 20_000;
export const maxOfClass = 100;

/** Line ends as the browser sends them are made one. */
const words = z
  .string()
  .transform((text) => text.replace(/\r\n?/g, "\n").trim())
  .pipe(z.string().max(maxWords, "too_long").regex(withoutNul, "wrong_character"));
const errorClass = z
  .string()
  .transform((text) => text.replace(/\s+/g, " ").trim())
  .pipe(z.string().max(maxOfClass, "too_long").regex(withoutNul, "wrong_character"));

export const analysisInput = z.object({
  slug: z.string().min(1).max(200).regex(withoutNul),
  track: z.string().min(1).max(60).regex(withoutNul),
  key: z.string().min(1).max(500).regex(withoutNul),
  /** The one that was read; 0 before the first. */
  revision: z.coerce.number().pipe(z.int().min(0).max(2_147_483_646)),
  value: jsonField(z.strictObject({ words, errorClass })),
});
export type AnalysisInput = z.output<typeof analysisInput>;

/** What researchers make of one case, as it stands now. */
export type Analysis = {
  studyCaseId: number;
  revision: number;
  words: string;
  errorClass: string;
  at: Date;
  /** Null for the command line. */
  by: string | null;
};

export const isWritten = ({ words: text, errorClass: named }: Pick<Analysis, "words" | "errorClass">) =>
  text !== "" || named !== "";

/** By the number of the study's case, of these cases alone: a study may have others, of another kind. */
export function classesOf(
  analyses: readonly Analysis[],
  cases: readonly { id: number }[],
): Map<number, string> {
  const wanted = new Set(cases.map(({ id }) => id));
  return new Map(
    analyses.flatMap(({ studyCaseId, errorClass: named }) =>
      wanted.has(studyCaseId) ? [[studyCaseId, named] as const] : [],
    ),
  );
}

/** With how many cases each has, the most frequent first. */
export function countClasses(classes: ReadonlyMap<number, string>): [errorClass: string, count: number][] {
  const counts = new Map<string, number>();
  for (const named of classes.values()) counts.set(named, (counts.get(named) ?? 0) + 1);
  return [...counts].sort(
    ([a, n], [b, m]) => m - n || Number(a === "") - Number(b === "") || (a < b ? -1 : 1),
  );
}

export const listNamed = (classes: ReadonlyMap<number, string>): string[] =>
  countClasses(classes).flatMap(([errorClass]) => errorClass || []);
