import { deriveSeed, orderBySeed } from "#lib/seeds/seeded-order.ts";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { nameOf, type Group } from "#lib/studies/sampling/pools.ts";
import type { StandIns } from "#lib/studies/sampling/rated-once.ts";

/** In a pool, some cases of one group in the place of one: they are drawn together, or not at all. */
type Unit = EligibleCase & { members: readonly EligibleCase[]; each: number };

export const membersOf = (drawn: EligibleCase | Unit): readonly EligibleCase[] =>
  "members" in drawn ? drawn.members : [drawn];

type Folding = { each: number | undefined; by: "group" | "pair"; standIns: StandIns };

/** Its cases as groups of at least so many, those among them that others stand for; and its quota in groups. */
export function foldGroup(pool: Group, { each, by, standIns }: Folding): Group {
  if (each === undefined) return pool;
  const cases = [...Map.groupBy(pool.cases, (one) => one[by])].flatMap(([name, members]): Unit[] => {
    const [first] = members;
    const rated = members.reduce((count, one) => count + (standIns.get(one)?.length ?? 0), members.length);
    if (name === null || !first || rated < each) return [];
    return [{ ...first, key: name, source: null, question: null, members, each }];
  });
  const inUnits = (count: number) => Math.floor(count / each);
  return { ...pool, cases, quota: inUnits(pool.quota), linked: inUnits(pool.linked), each };
}

/** The cases of what was drawn: of each group those whose origins have been shown least so far, ties by the seed. */
export function unfoldCells(cells: readonly (readonly EligibleCase[])[], seed: number): EligibleCase[][] {
  const shown = new Map<string, number>();
  return cells.map((cell) =>
    cell.flatMap((drawn: EligibleCase | Unit) =>
      "members" in drawn ? takeLeastShown(drawn, seed, shown) : drawn,
    ),
  );
}

function takeLeastShown(
  { members, each, track }: Unit,
  seed: number,
  shown: Map<string, number>,
): EligibleCase[] {
  const left = orderBySeed(members, deriveSeed(seed, "origins", track), nameOf);
  const taken: EligibleCase[] = [];
  const timesOf = ({ origin }: EligibleCase) => shown.get(`${track}\n${origin}`) ?? 0;
  // Fewer where a case stands for others: its group is as large as any all the same.
  while (taken.length < each && left.length > 0) {
    const least = Math.min(...left.map(timesOf));
    const [item] = left.splice(
      left.findIndex((one) => timesOf(one) === least),
      1,
    ) as [EligibleCase];
    shown.set(`${track}\n${item.origin}`, least + 1);
    taken.push(item);
  }
  return taken;
}
