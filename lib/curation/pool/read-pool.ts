import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import type { ImportProblem } from "#lib/files/file-problems.ts";
import {
  roleId,
  type Exchange,
  type Pool,
  type PoolRole,
  type PoolTurn,
} from "#lib/benchmarks/lineage/pool-schema.ts";
import { type LineProblem, readPlacedJson, readScannedLine } from "#lib/files/json-document.ts";
import { openLines, type ScannedLine } from "#lib/files/line-scanner.ts";
import { nameSchema, unknownKey } from "#lib/task-kinds/dialogue.ts";

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

type ReadPoolLine =
  | { ok: true; exchanges: readonly Exchange[]; roles: readonly PoolRole[] }
  | { ok: false; problems: readonly LineProblem[] };

/** A line of JSON Lines. */
function readPoolLine(scanned: ScannedLine): ReadPoolLine {
  const read = readScannedLine(scanned, () => poolLine);
  if (!read.ok) return read;
  const { id, work, turns, speaker, roles = {} } = read.value;
  const last = turns.at(-1)?.speaker;
  if (speaker !== undefined && speaker !== last) {
    const problem = `speaker is who speaks last, and here ${last} does. Correct one of them.`;
    return { ok: false, problems: [{ line: scanned.line, column: "speaker", found: speaker, problem }] };
  }
  const known = Object.entries(roles).flatMap(([name, profile]) =>
    profile?.trim() ? [{ work, name, profile: profile.trim() }] : [],
  );
  return { ok: true, exchanges: [{ id, work, turns }], roles: known };
}

/** What a book’s file of CoSER holds, as far as it is read. */
const book = z.object(
  {
    plots: z.array(
      z.object({
        conversation: z.array(
          z.object({
            dialogues: z.array(
              z.object({
                character: z.string("character must be text.").trim().min(1, "character can’t be empty."),
                message: z.string("message must be text."),
              }),
              "dialogues must be a list.",
            ),
          }),
          "conversation must be a list.",
        ),
      }),
      "plots must be a list.",
    ),
    character_datasets: z.record(
      z.string(),
      z.object({ profile: z.string("profile must be text.").nullish() }, "A character must be an object."),
      "character_datasets must be an object.",
    ),
  },
  "A book’s file must be an object with plots and character_datasets.",
);

/** Speaks in those files for what is only told. */
const narrator = "Environment";

type ReadBook = {
  roles: readonly PoolRole[];
  exchanges: readonly Exchange[];
  problems: readonly ImportProblem[];
};

/** Of each conversation, every two turns in succession of two different characters, with as many turns before them as are wanted. */
function readBook(name: string, bytes: Buffer, { before }: { before: number }): ReadBook {
  const read = readPlacedJson(name, bytes, book);
  if (!read.ok) return { roles: [], exchanges: [], problems: read.problems };
  const work = name.replace(/^.*[/\\]/, "").replace(/\.json$/i, "");
  const { plots, character_datasets: characters } = read.file.value;
  const roles = Object.entries(characters).flatMap(([role, { profile }]) =>
    profile?.trim() ? [{ work, name: role, profile: profile.trim() }] : [],
  );
  const exchanges = plots.flatMap(({ conversation }, plot) =>
    conversation.flatMap(({ dialogues }, scene) => {
      const turns = dialogues.flatMap(({ character, message }) =>
        message.trim() ? [{ speaker: character, text: message }] : [],
      );
      return pairsOf(turns).map((last) => ({
        id: `${work}/${plot + 1}.${scene + 1}.${last + 1}`,
        work,
        turns: turns.slice(Math.max(0, last - 1 - before), last + 1),
      }));
    }),
  );
  return { roles, exchanges, problems: [] };
}

/** Where the second turn of two stands that follow each other and are spoken by two characters. */
const pairsOf = (turns: readonly PoolTurn[]): number[] =>
  turns.flatMap(({ speaker }, index) => {
    const previous = turns[index - 1]?.speaker;
    return previous === undefined || previous === speaker || [previous, speaker].includes(narrator)
      ? []
      : [index];
  });

export type PoolRead = { pool: Pool; problems: readonly ImportProblem[] };

/** The problems of one file that are told. */
const maxProblems = 100;
/** A document is read whole. The longest books there are take some megabytes. */
const maxBookBytes = 64 << 20;

/** Reads books of CoSER (.json) and exchanges in JSON Lines, together. */
export async function readPool(
  files: readonly { name: string; path: string }[],
  { before }: { before: number },
): Promise<PoolRead> {
  const roles = new Map<string, PoolRole>();
  const exchanges = new Map<string, Exchange>();
  const problems: ImportProblem[] = [];

  function add(file: string, line: number | null, read: Pick<ReadBook, "roles" | "exchanges">): void {
    for (const role of read.roles) {
      const id = roleId(role);
      const known = roles.get(id);
      if (!known) roles.set(id, role);
      else if (known.work !== role.work || known.profile !== role.profile)
        problems.push({
          file,
          line,
          column: "roles",
          found: role.name,
          problem: `${role.name} of ${role.work} has two profiles. Give each the same name and profile wherever it stands.`,
        });
    }
    for (const exchange of read.exchanges)
      if (exchanges.has(exchange.id))
        problems.push({
          file,
          line,
          column: "id",
          found: exchange.id,
          problem: "This id stands twice in the files. Each exchange needs its own.",
        });
      else exchanges.set(exchange.id, exchange);
  }

  for (const { name, path } of files) {
    if (/\.json$/i.test(name)) {
      const { size } = await stat(path);
      if (size > maxBookBytes) problems.push(tooLarge(name, size));
      else {
        const read = readBook(name, await readFile(path), { before });
        problems.push(...read.problems);
        add(name, null, read);
      }
    } else
      reading: for await (const batch of openLines(path))
        for (const scanned of batch) {
          const read = readPoolLine(scanned);
          if (read.ok) add(name, scanned.line, read);
          else problems.push(...read.problems.map((problem) => ({ file: name, ...problem })));
          if (problems.filter(({ file }) => file === name).length >= maxProblems) break reading;
        }
  }
  if (problems.length === 0 && exchanges.size === 0)
    problems.push(ofNoFile("The files hold no exchange of two."));
  else if (problems.length === 0 && roles.size === 0)
    problems.push(
      ofNoFile("Nobody in the files has a profile, so there is nothing to choose from. Add profiles."),
    );
  return { pool: { roles: [...roles.values()], exchanges: [...exchanges.values()] }, problems };
}

const ofNoFile = (problem: string): ImportProblem => ({
  file: "",
  line: null,
  column: null,
  problem,
  found: "",
});

const tooLarge = (file: string, bytes: number): ImportProblem => ({
  ...ofNoFile(
    `This file is larger than ${maxBookBytes >> 20} MB. Split the book into several files, each with the characters of its plots.`,
  ),
  file,
  found: `${bytes} bytes`,
});
