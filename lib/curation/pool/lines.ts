import { z } from "zod";
import { describeProblem } from "#lib/files/file-problems.ts";
import { openLines, type ScannedLine } from "#lib/files/line-scanner.ts";
import { describeIssue, parseLine, type LineProblem } from "#lib/files/json-line.ts";
import { nameSchema, unknownKey } from "#lib/task-kinds/dialogue.ts";
import type { Exchange, PoolRole } from "#lib/benchmarks/lineage/pool-schema.ts";

const text = (name: string) => z.string(`${name} must be text.`).trim().min(1, `${name} can’t be empty.`);

/** An exchange, with who appears in its work. */
const poolLine = z.strictObject(
  {
    id: text("id").max(200, "id can have at most 200 characters."),
    work: text("work").max(200, "work can have at most 200 characters."),
    turns: z
      .array(
        z.strictObject(
          { speaker: nameSchema, text: text("text") },
          { error: unknownKey("A turn", "speaker and text") },
        ),
        "turns must be a list.",
      )
      .min(2, "An exchange needs at least two turns: the last is the one that is asked about."),
    speaker: nameSchema.optional(),
    roles: z
      .record(
        nameSchema,
        z.string("A profile must be text.").nullable(),
        "roles must be an object of profiles by name.",
      )
      .optional(),
  },
  { error: unknownKey("A line", "id, work, turns, speaker and roles") },
);

export type ReadPoolLine =
  | { exchange: Exchange; roles: readonly PoolRole[]; problems: null }
  | { problems: readonly LineProblem[] };

/** A line of JSON Lines. */
export function readPoolLine({ line, bytes, problems }: ScannedLine): ReadPoolLine {
  if (problems.length > 0)
    return {
      problems: problems.map((one) => ({ ...one, problem: describeProblem(one.problem, one.found) })),
    };
  const parsed = parseLine(bytes, line);
  if (!parsed.ok) return { problems: [parsed.problem] };
  const checked = poolLine.safeParse(parsed.value);
  if (!checked.success)
    return { problems: checked.error.issues.map((issue) => describeIssue(issue, line, parsed.value)) };
  const { id, work, turns, speaker, roles = {} } = checked.data;
  const last = turns.at(-1)?.speaker;
  if (speaker !== undefined && speaker !== last)
    return {
      problems: [
        {
          line,
          column: "speaker",
          found: speaker,
          problem: `speaker is who speaks last, and here ${last} does. Correct one of them.`,
        },
      ],
    };
  const known = Object.entries(roles).flatMap(([name, profile]) =>
    profile?.trim() ? [{ work, name, profile: profile.trim() }] : [],
  );
  return { exchange: { id, work, turns }, roles: known, problems: null };
}

export async function* openPoolLines(path: string): AsyncGenerator<{ line: number; read: ReadPoolLine }> {
  for await (const batch of openLines(path))
    for (const scanned of batch) yield { line: scanned.line, read: readPoolLine(scanned) };
}
