import { readFile, stat } from "node:fs/promises";
import type { ImportProblem } from "#lib/files/import-problems.ts";
import { readBook } from "#lib/curation/pool/book.ts";
import { openPoolLines } from "#lib/curation/pool/lines.ts";
import { roleId, type Exchange, type Pool, type PoolRole } from "#lib/benchmarks/lineage/pool-schema.ts";

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
