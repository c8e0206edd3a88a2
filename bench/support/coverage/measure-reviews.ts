import { holds, shareFigure } from "#bench/support/coverage/shares.ts";
import type { Figure } from "#bench/support/figure.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { rateOf, type CoverageRule } from "#lib/metrics/review/coverage.ts";
import { remainingErrors, type DrawnDecision } from "#lib/metrics/review/remaining-errors.ts";
import { accuracyOfChecks, type Verdict } from "#lib/metrics/review/weighted-accuracy.ts";

const SEED = 2026;
const target = { least: 93.5 };

const bands = [
  { from: 0, rateFrom: 1, rateTo: 1 },
  { from: 0.92, rateFrom: 0.5, rateTo: 0.3 },
  { from: 0.95, rateFrom: 0.1, rateTo: 0.05 },
];
const rules = (["wilson", "estimate"] as const).map((by): CoverageRule => ({ first: 50, by, bands }));

/** InterviewSim's eight, and three more. */
const eight = [0.9778, 0.9599, 0.9399, 0.9375, 0.9357, 0.8639, 0.8509, 0.8312];
const eleven = [...eight, 0.97, 0.96, 0.95];
const alike = (accuracy: number) => Array.from({ length: 11 }, () => accuracy);

type Design = { what: string; accuracies: readonly number[]; items: number; share: number };
/** How often checks miss an error, and the share of checks that is audited. */
type Checks = { misses: number; audits: number };
const perfect: Checks = { misses: 0, audits: 0 };

const designs: readonly Design[] = [
  { what: "8 annotators, 83 to 98 %", accuracies: eight, items: 2000, share: 1 },
  { what: "11 annotators, 83 to 98 %", accuracies: eleven, items: 2000, share: 1 },
  { what: "11 annotators, 83 to 98 %", accuracies: eleven, items: 8000, share: 0.5 },
  { what: "11 annotators, 83 to 98 %", accuracies: eleven, items: 32_000, share: 0.8 },
  { what: "11 annotators, all 93 %", accuracies: alike(0.93), items: 2000, share: 1 },
  { what: "11 annotators, all 98 %", accuracies: alike(0.98), items: 2000, share: 1 },
  { what: "11 annotators, all 98 %", accuracies: alike(0.98), items: 32_000, share: 0.8 },
  { what: "11 annotators, all 99.9 %", accuracies: alike(0.999), items: 8000, share: 0.5 },
];
const acceptedShare = 0.735;

const checkings: readonly Checks[] = [0, 0.05, 0.2].flatMap((audits) =>
  [0, 0.1, 0.2].map((misses) => ({ misses, audits })),
);
const checkedDesigns: readonly Design[] = [
  { what: "8 annotators, 83 to 98 %", accuracies: eight, items: 2000, share: 0.5 },
  { what: "11 annotators, 83 to 98 %", accuracies: eleven, items: 8000, share: 0.25 },
  { what: "11 annotators, all 98 %", accuracies: alike(0.98), items: 2000, share: 0.5 },
];

/** Reviews in which rates follow what was found before: whether intervals hold what is wrong among the unchecked, and accuracies. */
export const measureReviews = (reviews: number): Figure[] => {
  const times = ({ share }: Design) => Math.max(20, Math.round(reviews * share));
  return rules.flatMap((rule) => [
    ...designs.flatMap((design) => measureDesign(rule, design, times(design))),
    ...checkedDesigns.flatMap((design) =>
      checkings.flatMap((checking) => measureChecking(rule, design, checking, times(design))),
    ),
  ]);
};

type Sums = ReturnType<typeof noSums>;
const noSums = () => ({
  held: 0,
  told: 0,
  found: 0,
  toldTruth: 0,
  toldAccepted: 0,
  width: 0,
  truth: 0,
  accepted: 0,
});

/** One review: what was found, what is wrong, and among how many. */
function addUp(sums: Sums, { value, low, high }: Errors, wrong: number, accepted: number): void {
  sums.truth += wrong;
  sums.accepted += accepted;
  if (value === null || low === null || high === null) return;
  sums.told += 1;
  sums.held += Number(low <= wrong && wrong <= high);
  sums.found += value;
  sums.toldTruth += wrong;
  sums.toldAccepted += accepted;
  sums.width += high - low;
}
type Errors = Pick<ReturnType<typeof remainingErrors>["corrected"], "value" | "low" | "high">;

function describe(what: string, sums: Sums, reviews: number, bounds: Pick<Figure, "least">): Figure[] {
  const percent = (sum: number, of: number) => (100 * sum) / of;
  return [
    shareFigure(what, sums.held, sums.told, bounds),
    { what: "  the rate itself", value: percent(sums.truth, sums.accepted), unit: "%" },
    {
      what: "  off by, on average",
      value: percent(sums.found - sums.toldTruth, sums.toldAccepted),
      unit: "points",
    },
    { what: "  width of the interval", value: percent(sums.width, sums.toldAccepted), unit: "points" },
    shareFigure("is told", sums.told, reviews),
  ];
}

const nameOf = ({ what, items }: Design, { by }: CoverageRule) =>
  `${what}, ${items.toLocaleString("en")} items, by ${by}`;

function measureDesign(rule: CoverageRule, design: Design, reviews: number): Figure[] {
  const { accuracies, items } = design;
  const sums = noSums();
  const held = { weighted: 0, naive: 0, told: 0 };
  for (let stream = 0; stream < reviews; stream += 1) {
    const { decisions, wrong, verdicts } = drawReview(rule, accuracies, items, stream, perfect);
    addUp(sums, remainingErrors(decisions), wrong, decisions.length);
    for (const [at, own] of verdicts.entries()) {
      const { naive, weighted } = accuracyOfChecks(own);
      held.told += 1;
      held.naive += Number(holds(naive, accuracies[at] as number));
      held.weighted += Number(holds(weighted, accuracies[at] as number));
    }
  }
  // The first table's widths are shares of all reviews' decisions, those without an interval included.
  const ofAll = { ...sums, toldTruth: sums.truth, toldAccepted: sums.accepted };
  return [
    { what: nameOf(design, rule), value: reviews, unit: "reviews" },
    ...describe("final error rate of the accepted: its interval holds it", ofAll, reviews, target),
    shareFigure("accuracy, each check by one over its rate: its interval holds it", held.weighted, held.told),
    shareFigure("right / reviewed: its interval holds it", held.naive, held.told),
  ];
}

/** Errors that remain where checks miss some: unchecked ones, and those that checks called right. */
function measureChecking(rule: CoverageRule, design: Design, checking: Checks, reviews: number): Figure[] {
  const { accuracies, items } = design;
  const { misses, audits } = checking;
  const sums = noSums();
  for (let stream = 0; stream < reviews; stream += 1) {
    const { decisions, wrong } = drawReview(rule, accuracies, items, stream, checking);
    const errors = remainingErrors(decisions);
    addUp(sums, audits > 0 ? errors.corrected : errors, wrong, errors.decisions - errors.found);
  }
  const what = `${nameOf(design, rule)}, checks miss ${100 * misses} %, ${100 * audits} % audited`;
  return [
    { what, value: reviews, unit: "reviews" },
    ...describe("errors that remain: the interval holds them", sums, reviews, audits > 0 ? target : {}),
  ];
}

function drawReview(
  rule: CoverageRule,
  accuracies: readonly number[],
  items: number,
  stream: number,
  { misses, audits }: Checks,
) {
  const next = wholeNumbers(SEED, stream);
  const chance = () => toShare(next());
  const decisions: DrawnDecision[] = [];
  let wrong = 0;
  const verdicts = accuracies.map((accuracy, annotator) => {
    const own: Verdict[] = [];
    let right = 0;
    for (let decided = 0; decided < Math.round(items / accuracies.length); decided += 1) {
      const drawn = rateOf(rule, { decided, reviewed: own.length, right });
      const isRight = chance() < accuracy;
      const isChecked = chance() < drawn.rate;
      // No more is drawn where checks are perfect: those reviews stay the same.
      const isCalledRight = isRight || (misses > 0 && chance() < misses);
      if (isChecked) own.push({ rate: drawn.rate, isRight: isCalledRight });
      if (isChecked && isCalledRight) right += 1;
      if (chance() >= acceptedShare) continue;
      const isWrong = isChecked && !isCalledRight;
      const isAudited = audits > 0 && isChecked && isCalledRight && chance() < audits;
      decisions.push({ annotator, ...drawn, isChecked, isWrong, isMissed: isAudited ? !isRight : null });
      if (!isRight && !isWrong) wrong += 1;
    }
    return own;
  });
  return { decisions, wrong, verdicts };
}
