import { holds, tellShare } from "#bench/support/coverage/shares.ts";
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

/** Reviews in which rates follow what was found before: whether intervals hold what is wrong among the unchecked, and accuracies. */
export const measureReviews = (reviews: number): Figure[] =>
  rules.flatMap((rule) =>
    designs.flatMap((design) =>
      measureDesign(rule, design, Math.max(20, Math.round(reviews * design.share))),
    ),
  );

function measureDesign(rule: CoverageRule, { what, accuracies, items }: Design, reviews: number): Figure[] {
  const held = { remaining: 0, defined: 0, weighted: 0, naive: 0, told: 0 };
  const sums = { found: 0, truth: 0, width: 0, accepted: 0 };
  for (let stream = 0; stream < reviews; stream += 1) {
    const { decisions, wrong, verdicts } = drawReview(rule, accuracies, items, stream);
    const found = remainingErrors(decisions);
    sums.truth += wrong;
    sums.accepted += decisions.length;
    if (found.value !== null && found.low !== null && found.high !== null) {
      held.defined += 1;
      held.remaining += Number(found.low <= wrong && wrong <= found.high);
      sums.found += found.value;
      sums.width += found.high - found.low;
    }
    for (const [at, own] of verdicts.entries()) {
      const { naive, weighted } = accuracyOfChecks(own);
      held.told += 1;
      held.naive += Number(holds(naive, accuracies[at] as number));
      held.weighted += Number(holds(weighted, accuracies[at] as number));
    }
  }
  const percent = (sum: number) => (100 * sum) / sums.accepted;
  return [
    { what: `${what}, ${items.toLocaleString("en")} items, by ${rule.by}`, value: reviews, unit: "reviews" },
    tellShare(
      "final error rate of the accepted: its interval holds it",
      held.remaining,
      held.defined,
      target,
    ),
    { what: "  the rate itself", value: percent(sums.truth), unit: "%" },
    { what: "  off by, on average", value: percent(sums.found - sums.truth), unit: "points" },
    { what: "  width of the interval", value: percent(sums.width), unit: "points" },
    tellShare("is told", held.defined, reviews),
    tellShare("accuracy, each check by one over its rate: its interval holds it", held.weighted, held.told),
    tellShare("right / reviewed: its interval holds it", held.naive, held.told),
  ];
}

function drawReview(rule: CoverageRule, accuracies: readonly number[], items: number, stream: number) {
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
      if (isChecked) own.push({ rate: drawn.rate, isRight });
      if (isChecked && isRight) right += 1;
      if (chance() >= acceptedShare) continue;
      decisions.push({ annotator, ...drawn, isChecked, isWrong: isChecked && !isRight });
      if (!isChecked && !isRight) wrong += 1;
    }
    return own;
  });
  return { decisions, wrong, verdicts };
}
