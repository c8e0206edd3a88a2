import { type Spot, findSpots } from "#lib/task-kinds/choice/prompt/candidate-spots.ts";
import type { Heading, Mark } from "#lib/task-kinds/choice/prompt/prompt-marks.ts";
import { type Ground, surveyGround } from "#lib/task-kinds/choice/prompt/prompt-ground.ts";

export type Block = {
  /** The heading of each option, in option order. */
  spots: readonly Spot[];
  /** The index of the mark that ends the conversation. */
  closing: number;
  /** The heading above them all. */
  section: Heading | null;
};

// What makes a line the true one, weighed against each other. A profile that is known outweighs all the rest.
const weight = { known: 100, numbered: 2, filled: 2, blanks: 1 };

type Chain = { score: number; spots: readonly Spot[] };

/** The candidates' headings: one for each option, in their order and of one depth where that can be. */
export function findBlock(
  text: string,
  marks: readonly Mark[],
  openings: readonly number[],
  profiles: readonly (string | null)[],
): Block | null {
  const ground = surveyGround(marks, openings);
  const spots = findSpots(text, marks, profiles);
  const given = profiles.map((_, option) => option);
  const asPlaced = given.toSorted((a, b) => (spots[a]?.at(-1)?.at ?? 0) - (spots[b]?.at(-1)?.at ?? 0));
  for (const order of [given, asPlaced]) {
    const levels = order.map((option) => spots[option] ?? []);
    const chain = linkWithinDepths(levels, ground) ?? linkChain(levels, ground);
    const start = chain?.spots[0] && ground.judgeStart(chain.spots[0].at);
    if (!chain || !start) continue;
    const byOption = chain.spots.toSorted((a, b) => a.option - b.option);
    return { spots: byOption, closing: start.closing, section: start.section };
  }
  return null;
}

function linkWithinDepths(levels: readonly Spot[][], ground: Ground): Chain | null {
  const depths = new Set(levels[0]?.map((spot) => spot.depth));
  return [...depths]
    .map((depth) =>
      linkChain(
        levels.map((level) => level.filter((spot) => spot.depth === depth)),
        ground,
      ),
    )
    .reduce((best, chain) => (chain && chain.score > (best?.score ?? -Infinity) ? chain : best), null);
}

/** The best way through the levels, one spot of each, downwards in the text. */
function linkChain(levels: readonly Spot[][], ground: Ground): Chain | null {
  const usual = usualBlanks(levels.flat());
  const own = (spot: Spot, level: number) =>
    (spot.number === null || spot.number === level + 1 ? weight.numbered : 0) +
    (spot.blankBefore === usual.before ? weight.blanks : 0) +
    (spot.blankAfter === usual.after ? weight.blanks : 0);
  let reached: { spot: Spot; score: number; before: Reached | null }[] = [];
  for (const [level, spots] of levels.entries()) {
    const here: Reached[] = [];
    for (const spot of spots) {
      if (level === 0) {
        const start = ground.judgeStart(spot.at);
        if (start) here.push({ spot, score: start.score + own(spot, 0), before: null });
        continue;
      }
      let best: Reached | null = null;
      for (const from of reached) {
        if (from.spot.at >= spot.at) break;
        const score = from.score + own(spot, level) + between(from.spot, spot, ground);
        // A line that equals another candidate's heading stands in a profile above that candidate's own,
        // so of equals the lower one is true; the first one, with the instructions above it, is the upper.
        if (!best || score > best.score || (score === best.score && level > 1))
          best = { spot, score, before: from };
      }
      if (best) here.push(best);
    }
    reached = here;
  }
  const ends = reached.map((one) => ({ ...one, score: one.score + after(one.spot, ground) }));
  const best = ends.reduce<Reached | null>((a, b) => (a && a.score > b.score ? a : b), null);
  return best && { score: best.score, spots: unwind(best) };
}

type Reached = { spot: Spot; score: number; before: Reached | null };

function unwind(last: Reached): Spot[] {
  const spots: Spot[] = [];
  for (let step: Reached | null = last; step; step = step.before) spots.unshift(step.spot);
  return spots;
}

function between(from: Spot, to: Spot, ground: Ground): number {
  const known = from.knownEnd >= 0 && from.knownEnd <= to.start && from.knownNext >= to.start;
  return (
    (known ? weight.known : 0) +
    (from.content < to.start ? weight.filled : 0) -
    ground.strangeness(from.at, to.at)
  );
}

function after(last: Spot, ground: Ground): number {
  return (last.knownEnd >= 0 ? weight.known : 0) - ground.strangenessAfter(last.at);
}

function usualBlanks(spots: readonly Spot[]): { before: boolean; after: boolean } {
  const before = spots.filter((spot) => spot.blankBefore).length;
  const after = spots.filter((spot) => spot.blankAfter).length;
  return { before: before * 2 > spots.length, after: after * 2 > spots.length };
}
