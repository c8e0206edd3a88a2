import type { ReadCase } from "#lib/studies/reading/reading-time.ts";
import type { PlannedCase } from "#lib/studies/sampling/sampling.ts";

type CaseName = Pick<PlannedCase, "track" | "key">;
/** Two cases of one person's that ask about the same text or question, the first ones found; how many cases are such, and in how many sets. */
export type SameTexts = { first: CaseName; second: CaseName; cases: number; sets: number };

/** Who is asked about a text a second time remembers the first: the two answers are not two. */
export function findSameTexts(
  planned: readonly PlannedCase[],
  read: readonly Pick<ReadCase, "stratum" | "asked">[],
  cells: readonly { cases: readonly number[] }[],
): SameTexts | null {
  const everybody = read.flatMap(({ stratum }, at) =>
    stratum === "attention" || stratum === "practice" ? [at] : [],
  );
  const again = new Set<number>();
  let found: Pick<SameTexts, "first" | "second"> | null = null;
  let sets = 0;
  for (const { cases } of cells) {
    const seen = new Map<string, number>();
    let isIn = false;
    for (const at of [...everybody, ...cases]) {
      const words = read[at]?.asked ?? [];
      const before = words.map((word) => seen.get(word)).find((place) => place !== undefined);
      for (const word of words) seen.set(word, seen.get(word) ?? at);
      const [first, second] = [planned[before ?? -1], planned[at]];
      if (!first || !second) continue;
      again.add(at);
      isIn = true;
      found ??= { first: nameOf(first), second: nameOf(second) };
    }
    if (isIn) sets += 1;
  }
  return found && { ...found, cases: again.size, sets };
}

const nameOf = ({ track, key }: CaseName): CaseName => ({ track, key });
