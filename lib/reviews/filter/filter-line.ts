import { z } from "zod";
import { describeProblem } from "#lib/files/file-problems.ts";
import type { ScannedLine } from "#lib/files/line-scanner.ts";
import { describeIssue, parseLine, type LineProblem } from "#lib/files/json-line.ts";

const text = (key: string, most: number) =>
  z
    .string(`${key} must be text.`)
    .trim()
    .min(1, `${key} can’t be empty.`)
    .max(most, `${key} can have at most ${most} characters.`);

const shape = {
  model: text("model", 200),
  case: text("case", 200),
  track: text("track", 60).nullish(),
  decision: z.enum(["accept", "reject"], "decision must be “accept” or “reject”."),
  reason: text("reason", 40).nullish(),
};
const named = new Intl.ListFormat("en").format(Object.keys(shape));

const filterLine = z
  .strictObject(shape, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys"
        ? `There is no such key: ${(keys as string[]).join(", ")}. A line has ${named}; correct or remove the others.`
        : `A line must be an object with ${named}.`,
  })
  .refine(({ decision, reason }) => decision === "reject" || reason == null, {
    error: "What is accepted has no reason. Remove it, or say “reject”.",
    path: ["reason"],
  });

export type FilterLine = z.output<typeof filterLine> & { line: number };
type Read = { ok: true; said: FilterLine } | { ok: false; problems: readonly LineProblem[] };

/** One line of what a filter said, or what is wrong with it. */
export function readFilterLine({ line, bytes, problems }: ScannedLine): Read {
  if (problems.length > 0)
    return {
      ok: false,
      problems: problems.map((one) => ({ ...one, problem: describeProblem(one.problem, one.found) })),
    };
  const parsed = parseLine(bytes, line);
  if (!parsed.ok) return { ok: false, problems: [parsed.problem] };
  const checked = filterLine.safeParse(parsed.value);
  if (!checked.success)
    return {
      ok: false,
      problems: checked.error.issues.map((issue) => describeIssue(issue, line, parsed.value)),
    };
  return { ok: true, said: { ...checked.data, line } };
}
