import path from "node:path";
import { ChunkFile } from "#bench/support/personaeval/writing/chunk-file.ts";
import { makeNames } from "#bench/support/personaeval/writing/people.ts";
import { proseOf } from "#bench/support/personaeval/writing/prose.ts";
import { randomFrom } from "#bench/support/personaeval/writing/random.ts";

export type PoolSize = { exchanges: number; works: number; rolesPerWork: number };

const SEED = 20;
const work = (n: number) => `Work ${n + 1}`;
/** Some of one family, or the same but for a title. */
const namesOf = (n: number, count: number) => makeNames(randomFrom(SEED, "names", n), "en", count);
const write = (file: ChunkFile, line: object) => file.write(Buffer.from(`${JSON.stringify(line)}\n`));

/**
 * Exchanges in JSON Lines, the same ones each time: of three turns, of which one in six ends too short and one in a
 * hundred with somebody who has no profile; everybody of a work stands with its first.
 */
export function writePool(folder: string, { exchanges, works, rolesPerWork }: PoolSize): string {
  const prose = proseOf("en");
  const name = path.join(folder, "pool.jsonl");
  const file = new ChunkFile(name);
  const names = Array.from({ length: works }, (_, n) => namesOf(n, rolesPerWork));
  for (let n = 0; n < exchanges; n += 1) {
    const random = randomFrom(SEED, "exchange", n);
    const role = (at: number) => names[n % works]?.[at] ?? "";
    const first = random.below(rolesPerWork);
    const last = (first + 1 + random.below(rolesPerWork - 1)) % rolesPerWork;
    const turn = (speaker: string, characters: number) => ({
      speaker,
      text: prose.passage(random, characters),
    });
    const asked = random.chance(0.01) ? "A voice" : role(last);
    const end = random.chance(1 / 6)
      ? { speaker: asked, text: "And where is it now?" }
      : turn(asked, 250 + random.below(400));
    const roles = Object.fromEntries(
      Array.from({ length: n < works ? rolesPerWork : 0 }, (_, at) => [role(at), prose.passage(random, 900)]),
    );
    write(file, {
      id: `x${n}`,
      work: work(n % works),
      turns: [turn(role(last), 120), turn(role(first), 200), end],
      ...(n < works && { roles }),
    });
  }
  file.close();
  return name;
}

/** A vector of everybody in it, written with as many digits as models send. */
export function writeVectors(
  folder: string,
  { works, rolesPerWork }: PoolSize,
  { model, length }: { model: string; length: number },
): string {
  const name = path.join(folder, `${model}.jsonl`);
  const file = new ChunkFile(name);
  for (let n = 0; n < works; n += 1) {
    for (const role of namesOf(n, rolesPerWork)) {
      const id = `${work(n)}/${role}`;
      const random = randomFrom(SEED, model, id);
      const numbers = Array.from({ length }, () => ((random.next() - 0.5) / 10).toFixed(9));
      file.write(Buffer.from(`{"id":${JSON.stringify(id)},"vector":[${numbers.join(",")}]}\n`));
    }
  }
  file.close();
  return name;
}
