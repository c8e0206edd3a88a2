export type SpreadReason =
  | "people_alike" // people differ no more than chance has it
  | "cases_alike"
  | "perfect_order"; // so regular that the spreads have no end

/** In log-odds: a smaller spread is none, and a larger one has no end. */
const least = 0.05;
const most = 10;

/** Where a spread lies at its border, or beyond all measure: how uncertain it is, no curvature tells. */
export function judgeSpread({ people, cases }: { people: number; cases: number }): SpreadReason | null {
  if (Math.max(people, cases) > most) return "perfect_order";
  if (people < least) return "people_alike";
  return cases < least ? "cases_alike" : null;
}
