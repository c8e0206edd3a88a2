import { expect, test } from "vitest";
import { voteOn } from "#lib/metrics/agreement/consensus.ts";
import { wholeNumbers } from "#lib/metrics/power/random.ts";
import { creditVotes } from "#lib/metrics/scores/vote-credits.ts";

test("many votes at once are counted as each by itself", () => {
  const draw = wholeNumbers(11, 1);
  const options = Array.from({ length: 500 }, () => 1 + (draw() % 6));
  const firstOf = new Int32Array(
    [0, ...options].map((_, i) => options.slice(0, i).reduce((a, b) => a + b, 0)),
  );
  const counts = Int32Array.from({ length: firstOf.at(-1) ?? 0 }, () => draw() % 4);
  const gold = Int8Array.from(options, (many) => (draw() % (many + 1)) - 1);
  const { credit, tied } = creditVotes(firstOf, counts, gold);
  options.forEach((_, at) => {
    const right = gold[at] === -1 ? null : (gold[at] ?? null);
    const alone = voteOn(counts.slice(firstOf[at], firstOf[at + 1]), right);
    expect([credit[at], tied[at] === 1]).toEqual([alone.credit ?? 0, alone.tied.length > 0]);
  });
});
