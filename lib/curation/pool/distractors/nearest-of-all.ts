import { once } from "node:events";
import { availableParallelism } from "node:os";
import path from "node:path";
import {
  findNearest,
  joinNearest,
  type Nearest,
  type Vectors,
} from "#lib/curation/pool/distractors/nearest.ts";
import type { NearestTask } from "#lib/curation/pool/distractors/nearest-thread.ts";

/** Fewer products than these are not worth a thread. */
const worthThreads = 200_000_000;
const maxThreads = Math.max(1, Math.min(4, availableParallelism()));

type SearchOptions = { most: number; signal: AbortSignal };

/** The nearest of each among all, off the event loop where that takes long. */
export async function findNearestOfAll(vectors: Vectors, { most, signal }: SearchOptions): Promise<Nearest> {
  if ((vectors.count ** 2 / 2) * vectors.length < worthThreads) return findNearest(vectors, { most });
  const found = await Promise.all(
    Array.from({ length: maxThreads }, (_, part) =>
      runThread({ vectors, most, part, parts: maxThreads }, signal),
    ),
  );
  return joinNearest(found, vectors.count, most);
}

/** The nearest of each among those of its group. */
export function findNearestOfGroups(
  { values, length, count }: Vectors,
  groups: readonly (readonly number[])[],
  most: number,
): Nearest {
  const nearest: Nearest = {
    roles: new Int32Array(count * most).fill(-1),
    similarities: new Float64Array(count * most).fill(-Infinity),
  };
  for (const members of groups) {
    const own = new Float64Array(members.length * length);
    members.forEach((role, place) =>
      own.set(values.subarray(role * length, (role + 1) * length), place * length),
    );
    const found = findNearest({ values: own, length, count: members.length }, { most });
    members.forEach((role, place) => {
      for (let at = 0; at < most; at++) {
        const near = found.roles[place * most + at] as number;
        nearest.roles[role * most + at] = near < 0 ? -1 : (members[near] as number);
        nearest.similarities[role * most + at] = found.similarities[place * most + at] as number;
      }
    });
  }
  return nearest;
}

async function runThread(workerData: NearestTask, signal: AbortSignal): Promise<Nearest> {
  // Asked for like this, and by a path of now, no bundler takes the thread apart: Node runs its file from the project.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const file = path.join(process.cwd(), "lib/curation/pool/distractors/nearest-thread.ts");
  const worker = new Worker(file, { execArgv: [], env: {}, workerData });
  try {
    const [found] = (await once(worker, "message", { signal })) as [Nearest];
    return found;
  } finally {
    await worker.terminate();
  }
}
