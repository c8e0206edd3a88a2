import { listColumns } from "#lib/study-results/rows/answer-columns.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

// Measured: what V8 needs for one of each beside the columns.
const bytesOf = { person: 700, case: 900, prediction: 42 };

/** What the rows of a study take in memory, in bytes. */
export function weighRows({ answers, people, cases, runs }: StudyRows): number {
  const columns = listColumns(answers).reduce((sum, { byteLength }) => sum + byteLength, 0);
  const described = people.length * bytesOf.person + cases.length * bytesOf.case;
  return columns + described + runs.length * cases.length * bytesOf.prediction;
}

/** About what a value takes in memory with all that it holds, in bytes, but for what has been seen already. */
export function weigh(value: unknown, seen: WeakSet<object>): number {
  const open: unknown[] = [value];
  let bytes = 0;
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === "string") bytes += 16 + one.length;
    else if (typeof one === "object" && one !== null && !seen.has(one)) {
      seen.add(one);
      if (ArrayBuffer.isView(one)) bytes += 100 + one.byteLength;
      else {
        const parts = partsOf(one);
        bytes += 24 + 8 * parts.length;
        for (const part of parts) open.push(part);
      }
    }
  }
  return bytes;
}

function partsOf(one: object): readonly unknown[] {
  if (Array.isArray(one)) return one;
  if (one instanceof Map) return [...one].flat();
  return one instanceof Set ? [...one] : Object.values(one);
}

/** What fits, the first of them whatever it takes: a smaller one may still fit behind one that doesn't. */
export function fitInto<One extends { bytes: number }>(
  mostBytes: number,
  inOrder: readonly One[],
): { fits: number; forgotten: One[] } {
  let fits = 0;
  const forgotten = inOrder.filter(({ bytes }, place) => {
    if (place > 0 && fits + bytes > mostBytes) return true;
    fits += bytes;
    return false;
  });
  return { fits, forgotten };
}
