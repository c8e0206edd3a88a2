import { z } from "zod";
import { describeIssue, parseLine } from "#lib/imports/json-line.ts";
import type { ScannedLine } from "#lib/files/line-scanner.ts";
import { describeProblem } from "#lib/files/file-problems.ts";
import type { CaseRow } from "#lib/benchmarks/case-files/case-row.ts";
import { isAddressable, trackName } from "#lib/benchmarks/schema.ts";
import { contentFrom, contentInput, optionsInput } from "#lib/task-kinds/choice/schema.ts";

const words = z
  .string("This has to be a text.")
  .refine((it) => !it.includes("\0"), "U+0000 can’t be stored: remove it.");

/** A case as the product's own format writes it. Keys it doesn't know (such as "note") are left alone. */
export const caseLine = z
  .looseObject({
    id: words
      .trim()
      .min(1, "An id can’t be empty.")
      .max(200, "An id can have at most 200 characters.")
      .refine(isAddressable, "An id can’t be “.” or “..”.")
      .optional(),
    track: trackName.optional(),
    kind: z.literal("choice", "This version imports cases of the kind “choice”.").default("choice"),
    source: words.trim().max(500).nullish(),
    prompt: words.refine((it) => it.trim() !== "", "The prompt can’t be empty.").optional(),
    content: contentInput.optional(),
    options: optionsInput,
    gold: words,
  })
  .refine((it) => it.prompt !== undefined || it.content !== undefined, {
    error: "A case needs content, prompt or both.",
    path: ["content"],
  })
  .refine((it) => it.options.some((option) => option.name === it.gold), {
    error: "The right answer is not among the options: it has to equal one of their names, letter by letter.",
    path: ["gold"],
  });

export function readJsonCase({ line, bytes, problems: scanned }: ScannedLine): CaseRow {
  if (scanned.length > 0) {
    return {
      line,
      good: null,
      problems: scanned.map((it) => ({ ...it, problem: describeProblem(it.problem, it.found) })),
    };
  }
  const parsed = parseLine(bytes, line);
  if (!parsed.ok) return { line, good: null, problems: [parsed.problem] };
  const checked = caseLine.safeParse(parsed.value);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => describeIssue(issue, line, parsed.value));
    return { line, good: null, problems };
  }

  const it = checked.data;
  const prompt = it.prompt === undefined ? null : Buffer.from(it.prompt, "utf8");
  const content = it.content ? contentFrom(it.content, it.options) : null;
  const good = {
    line,
    track: it.track ?? null,
    id: it.id ?? null,
    source: it.source ?? null,
    options: it.options,
    givenProfiles: it.options.map(({ profile }) => profile),
    gold: it.options.findIndex((option) => option.name === it.gold),
    prompt,
    content,
    original: prompt ?? Buffer.from(bytes),
  };
  return { line, good, problems: null };
}
