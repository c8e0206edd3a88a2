import { readFile, stat } from "node:fs/promises";
import type { ImportProblem } from "#lib/files/file-problems.ts";
import {
  roleId,
  type Exchange,
  type Pool,
  type PoolRole,
  type PoolTurn,
} from "#lib/benchmarks/lineage/pool-schema.ts";
import { z } from "zod";
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
  | { exchange: Exchange; roles: readonly PoolRole[]; problems: null }
  | { problems: readonly LineProblem[] };

/** A line of JSON Lines. */
function readPoolLine(scanned: ScannedLine): ReadPoolLine {
  const { line } = scanned;
  const read = readScannedLine(scanned, () => poolLine);
  if (!read.ok) return { problems: read.problems };
  const { id, work, turns, speaker, roles = {} } = read.value;
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

async function* openPoolLines(path: string): AsyncGenerator<{ line: number; read: ReadPoolLine }> {
  for await (const batch of openLines(path))
    for (const scanned of batch) yield { line: scanned.line, read: readPoolLine(scanned) };
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

type ReadBook = { roles: PoolRole[]; exchanges: Exchange[]; problems: readonly ImportProblem[] };

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

type File = { name: string; path: string };
export type PoolRead = { pool: Pool; problems: readonly ImportProblem[] };

/** The problems of one file that are told. */
const maxProblems = 100;
/** A document is read whole. The longest books there are take some megabytes. */
const maxBookBytes = 64 << 20;

/** Reads books of CoSER (.json) and exchanges in JSON Lines, together. */
export async function readPool(files: readonly File[], { before }: { before: number }): Promise<PoolRead> {
  const gathered = new Gathered();
  for (const { name, path } of files) {
    if (/\.json$/i.test(name)) {
      const { size } = await stat(path);
      if (size > maxBookBytes) gathered.blame([tooLarge(name, size)]);
      else gathered.addBook(name, await readFile(path), before);
    } else
      for await (const { line, read } of openPoolLines(path)) {
        if (read.problems === null) gathered.add(name, line, read.exchange, read.roles);
        else gathered.blame(read.problems.map((problem) => ({ file: name, ...problem })));
        if (gathered.isTooBad(name)) break;
      }
  }
  return gathered.finish();
}

const tooLarge = (file: string, bytes: number): ImportProblem => ({
  file,
  line: null,
  column: null,
  found: `${bytes} bytes`,
  problem: `This file is larger than ${maxBookBytes >> 20} MB. Split the book into several files, each with the characters of its plots.`,
});

class Gathered {
  readonly #roles = new Map<string, PoolRole>();
  readonly #exchanges = new Map<string, Exchange>();
  readonly #problems: ImportProblem[] = [];

  addBook(name: string, bytes: Buffer, before: number): void {
    const { roles, exchanges, problems } = readBook(name, bytes, { before });
    this.blame(problems);
    this.#addRoles(name, null, roles);
    for (const exchange of exchanges) this.#addExchange(name, null, exchange);
  }

  add(file: string, line: number, exchange: Exchange, roles: readonly PoolRole[]): void {
    this.#addRoles(file, line, roles);
    this.#addExchange(file, line, exchange);
  }

  blame(problems: readonly ImportProblem[]): void {
    this.#problems.push(...problems);
  }

  isTooBad(file: string): boolean {
    return this.#problems.filter((problem) => problem.file === file).length >= maxProblems;
  }

  finish(): PoolRead {
    const pool = { roles: [...this.#roles.values()], exchanges: [...this.#exchanges.values()] };
    if (this.#problems.length === 0 && pool.exchanges.length === 0)
      this.#refuse("The files hold no exchange of two.");
    else if (this.#problems.length === 0 && pool.roles.length === 0)
      this.#refuse("Nobody in the files has a profile, so there is nothing to choose from. Add profiles.");
    return { pool, problems: this.#problems };
  }

  #refuse(problem: string): void {
    this.#problems.push({ file: "", line: null, column: null, problem, found: "" });
  }

  #addRoles(file: string, line: number | null, roles: readonly PoolRole[]): void {
    for (const role of roles) {
      const id = roleId(role);
      const before = this.#roles.get(id);
      if (!before) this.#roles.set(id, role);
      else if (before.work !== role.work || before.profile !== role.profile)
        this.#problems.push({
          file,
          line,
          column: "roles",
          found: role.name,
          problem: `${role.name} of ${role.work} has two profiles. Give each the same name and profile wherever it stands.`,
        });
    }
  }

  #addExchange(file: string, line: number | null, exchange: Exchange): void {
    if (this.#exchanges.has(exchange.id))
      this.#problems.push({
        file,
        line,
        column: "id",
        found: exchange.id,
        problem: "This id stands twice in the files. Each exchange needs its own.",
      });
    else this.#exchanges.set(exchange.id, exchange);
  }
}
