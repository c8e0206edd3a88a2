import { describe, expect, it } from "vitest";
import { finalDecisions } from "#lib/reviews/results/items.ts";
import { reviewFigures, throughputFigures } from "#lib/reviews/results/review-figures.ts";
import type { CheckRow, ReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { makeRows } from "#lib/reviews/results/testing/made-up-rows.ts";

const wrongIn = (rows: ReviewRows, isAcceptable: readonly boolean[], accepts: boolean) =>
  finalDecisions(rows).filter((one) => one.accepts === accepts && isAcceptable[one.item] !== accepts).length;

describe("the figures of a review whose truth is known", () => {
  const accuracies = [0.98, 0.96, 0.94, 0.85];
  const { rows, isAcceptable } = makeRows({ items: 12_000, accuracies, by: "estimate", seed: 5 });
  const figures = reviewFigures(rows);

  it("recover each annotator's accuracy, and the band that is published for such", () => {
    for (const { annotator, weighted, decisions } of figures.annotators) {
      const truth = accuracies[annotator - 1] ?? 0;
      expect(decisions).toBe(3000);
      expect(weighted.low).toBeLessThan(truth);
      expect(weighted.high).toBeGreaterThan(truth);
    }
    const strategies = new Map(figures.annotators.map(({ annotator, strategy }) => [annotator, strategy]));
    expect([strategies.get(1), strategies.get(4)]).toEqual(["light", "full"]);
  });

  it.each(["accepted", "rejected"] as const)("recover the final error rate of what was %s", (side) => {
    const { rate, among, remaining } = figures.errors[side];
    const wrong = wrongIn(rows, isAcceptable, side === "accepted");
    expect(wrong).toBeGreaterThan(20);
    expect(rate.low).toBeLessThan(wrong / among);
    expect(rate.high).toBeGreaterThan(wrong / among);
    expect(remaining.strata.reduce((sum, { decisions }) => sum + decisions, 0)).toBe(remaining.decisions);
  });

  it.each(["accepted", "rejected"] as const)("correct the error rate of what was %s by audits", (side) => {
    const { rows: misread, isAcceptable: truth } = makeRows({
      items: 6000,
      accuracies: [0.94, 0.9, 0.85],
      misses: 0.2,
      auditRate: 0.2,
    });
    const { rate, corrected, among, remaining } = reviewFigures(misread).errors[side];
    const wrong = wrongIn(misread, truth, side === "accepted") / among;
    expect(rate.high).toBeLessThan(wrong);
    expect(corrected.low).toBeLessThan(wrong);
    expect(corrected.high).toBeGreaterThan(wrong);
    expect(remaining.missRate).toBeGreaterThan(0.1);
    expect(remaining.missRate).toBeLessThan(0.3);
    expect(figures.errors[side].corrected.reason).toBe("no_audits");
  });

  it("count the way from the items to what was kept", () => {
    const { funnel, retention, reasons } = figures;
    expect(funnel).toMatchObject({ items: 12_000, decided: 12_000, waiting: 0, acceptedBatches: 1 });
    expect(funnel.accepted + funnel.rejected).toBe(funnel.decided);
    expect(funnel.acceptedInBatches + funnel.rejectedInBatches).toBe(rows.settings.batchSize);
    expect(retention).toMatchObject({ count: funnel.accepted, of: 12_000 });
    expect(reasons.reduce((sum, { share }) => sum + share.count, 0)).toBe(funnel.rejected);
    expect(figures.errorTypes.reduce((sum, { share }) => sum + share.count, 0)).toBe(funnel.corrected);
  });

  it("tell how far reviewers agree with each other, and with annotators before they see the decision", () => {
    const { reviewers, blind } = figures.agreement;
    expect(reviewers.n).toBe(rows.decisions.filter(({ second }) => second).length);
    expect(reviewers.agreement.value).toBe(1);
    expect(blind.agreement.value).toBeGreaterThan(0.8);
    expect(blind.agreement.value).toBeLessThan(1);
  });

  it("are made once of the same rows", () => {
    expect(reviewFigures(rows)).toBe(figures);
  });
});

describe("a check", () => {
  const { rows } = makeRows({ items: 300, accuracies: [0.7] });
  const at = rows.decisions.findIndex(({ check }) => check?.isRight === false);
  const withCheck = (change: Partial<CheckRow>): ReviewRows => ({
    ...rows,
    decisions: rows.decisions.map((one, i) =>
      i === at && one.check ? { ...one, check: { ...one.check, ...change } } : one,
    ),
  });
  const finalAt = (of: ReviewRows) => finalDecisions(of)[at];

  it.each([
    [null, true],
    ["open", true],
    ["upheld", true],
    ["taken_back", false],
    ["overruled", false],
  ] as const)("after a dispute that is %s: it stands %s", (dispute, isCorrected) => {
    const changed = withCheck({ dispute });
    expect(finalAt(changed)).toMatchObject({ isCorrected });
    const right = reviewFigures(rows).annotators[0]?.right ?? 0;
    expect(reviewFigures(changed).annotators[0]?.right).toBe(isCorrected ? right : right + 1);
  });

  it("that was audited counts beside the others", () => {
    const { audit } = reviewFigures(
      withCheck({ isAuditDrawn: true, audit: { auditor: 9, agrees: false } }),
    ).agreement;
    expect(audit).toMatchObject({ drawn: 1, done: 1, disagreedWithWrong: { count: 1, of: 1 } });
    expect(audit.disagreedWithRight.reason).toBe("no_items");
  });
});

describe("what isn't final", () => {
  const { rows } = makeRows({ items: 800, accuracies: [0.9] });

  it("is in no error rate while a decision waits for its check, and is counted", () => {
    const waiting = { ...rows, decisions: rows.decisions.map((one) => ({ ...one, check: null })) };
    const { funnel, errors, annotators } = reviewFigures(waiting);
    expect(funnel.waiting).toBe(rows.decisions.filter(({ isDrawn }) => isDrawn).length);
    expect(errors.accepted.rate.value).toBeNull();
    expect(annotators[0]?.naive.reason).toBe("no_items");
  });

  it("is a decision of a round that was returned: it says something of who made it, and nothing of the item", () => {
    const items = rows.items.map((item) => (item.batch === 1 ? { ...item, round: 2 } : item));
    const { funnel, annotators } = reviewFigures({ ...rows, items });
    expect(funnel.decided).toBe(800 - rows.settings.batchSize);
    expect(annotators[0]?.decisions).toBe(800);
  });
});

describe("a filter", () => {
  it("is told over all that both decided, and over what was checked", () => {
    const { rows, isAcceptable } = makeRows({ items: 1000, accuracies: [0.9] });
    const decisions = isAcceptable.map((accepts, item) => ({
      item,
      accepts: item % 10 === 0 ? !accepts : accepts,
    }));
    const [filter] = reviewFigures({ ...rows, filters: [{ judge: "a model", decisions }] }).agreement.filters;
    expect(filter?.all.n).toBe(1000);
    expect(filter?.checked.n).toBeLessThanOrEqual(1000);
    expect(filter?.checked.agreement.value).toBeCloseTo(0.9, 1);
    expect(filter?.checked.recall.value).toBeCloseTo(0.9, 1);
  });
});

describe("throughput", () => {
  const day = 24 * 60 * 60_000;
  const { rows } = makeRows({ items: 7200, accuracies: [0.9] });
  const half = { ...rows, decisions: rows.decisions.slice(0, 5 * 1440) };

  it("tells the last days, what is left, and the day it will be done", () => {
    const { days, left, decisionsDone, decisionsPerHour } = throughputFigures(
      { ...half, decisions: half.decisions.slice(0, 3 * 1440) },
      3 * day - 1,
    );
    expect(days.map(({ decisions }) => decisions)).toEqual([1440, 1440]);
    expect(left.decisions).toBe(7200 - 3 * 1440);
    expect(decisionsPerHour).toBeCloseTo(60, 6);
    expect(decisionsDone).toMatchObject({ days: null, reason: "too_few_days" });
    const later = throughputFigures({ ...half, decisions: half.decisions.slice(0, 4 * 1440) }, 4 * day);
    expect(later.decisionsDone.days).toBeCloseTo(1, 1);
  });
});
