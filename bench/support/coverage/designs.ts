import type { CoverageDesign } from "#bench/support/coverage/drawn-studies.ts";

export type Bounds = { gap: number; ahead: number };
type Named = { what: string; design: Omit<CoverageDesign, "accuracy">; bounds: Bounds };

export const accuracies = [0.6, 0.9, 0.97];
const same = (people: number, casesPerPerson: number) => ({
  design: "same" as const,
  people,
  casesPerPerson,
});
/** Of fewer cases less is asked: Wilson's interval of a model moves in steps of one case. */
const [ofFifty, ofTwenty] = [
  { gap: 94, ahead: 5.5 },
  { gap: 91, ahead: 7.5 },
];

export const designs: readonly Named[] = [
  { what: "20 people × the same 50 cases", design: same(20, 50), bounds: ofFifty },
  {
    what: "20 people × 50 cases of their own",
    design: { design: "own", people: 20, casesPerPerson: 50 },
    bounds: ofFifty,
  },
  {
    what: "20 people × 50 of 200 cases",
    design: { design: "own", people: 20, casesPerPerson: 50, distinctCases: 200 },
    bounds: ofFifty,
  },
  {
    what: "blocks: 20 people × 50, 4 on each case",
    design: { design: "blocks", people: 20, casesPerPerson: 50, ratersPerCase: 4 },
    bounds: ofFifty,
  },
  { what: "6 people × the same 50 cases", design: same(6, 50), bounds: ofFifty },
  { what: "20 people × 50 cases of 10 works", design: { ...same(20, 50), works: 10 }, bounds: ofFifty },
  { what: "20 people × 50 cases of 5 works", design: { ...same(20, 50), works: 5 }, bounds: ofFifty },
  {
    what: "20 people × 50 cases of 10 works, the largest with 20",
    design: { ...same(20, 50), works: [20, 10, 8, 4, 2, 2, 1, 1, 1, 1] },
    bounds: ofFifty,
  },
  {
    what: "20 people × 51 cases of 10 works in 3 tracks",
    design: { ...same(20, 51), works: 10, tracks: 3 },
    bounds: ofFifty,
  },
  { what: "20 people × 51 cases of 3 tracks", design: { ...same(20, 51), tracks: 3 }, bounds: ofFifty },
  { what: "100 people × the same 20 cases", design: same(100, 20), bounds: ofTwenty },
  { what: "20 people × the same 20 cases", design: same(20, 20), bounds: ofTwenty },
];
