import type { ReadCase } from "#lib/studies/reading/reading-time.ts";
import type { PlannedCase } from "#lib/studies/sampling/sampling.ts";

type Named = Pick<PlannedCase, "track" | "key">;
/** Two cases of one person's that ask for the same text, the first ones found; how many cases are such, and in how many sets. */
export type SameTexts = { first: Named; second: Named; cases: number; sets: number };

/** Who judges a text a second time remembers the first: the two answers are not two. */
export function findSameTexts(
  planned: readonly PlannedCase[],
  read: readonly Pick<ReadCase, "stratum" | "judged">[],
  cells: readonly { cases: readonly number[] }[],
): SameTexts | null {
  const everybody = read.flatMap(({ stratum }, at) =>
    stratum === "attention" || stratum === "practice" ? [at] : [],
  );
  const again = new Set<number>();
  let found: Pick<SameTexts, "first" | "second"> | null = null;
  let sets = 0;
  for (const { cases } of cells) {
    const judged = new Map<string, number>();
    let isIn = false;
    for (const at of [...everybody, ...cases]) {
      const text = read[at]?.judged ?? null;
      if (text === null) continue;
      const [first, second] = [planned[judged.get(text) ?? -1], planned[at]];
      judged.set(text, judged.get(text) ?? at);
      if (!first || !second) continue;
      again.add(at);
      isIn = true;
      found ??= { first: nameOf(first), second: nameOf(second) };
    }
    if (isIn) sets += 1;
  }
  return found && { ...found, cases: again.size, sets };
}

const nameOf = ({ track, key }: Named): Named => ({ track, key });
