import { describe, expect, it } from "vitest";
import { finalErrorRate, remainingErrors, type DrawnDecision } from "#lib/metrics/review/remaining-errors.ts";

const decisions = (count: number, of: Partial<DrawnDecision>): DrawnDecision[] =>
  Array.from({ length: count }, () => ({
    annotator: 0,
    band: 1,
    rate: 0.2,
    isChecked: false,
    isWrong: false,
    isMissed: null,
    ...of,
  }));
const checked = (count: number, of: Partial<DrawnDecision> = {}) =>
  decisions(count, { isChecked: true, ...of });

describe("errors that remain", () => {
  it("are as many as each found one stands for, less itself", () => {
    const all = [...decisions(80, {}), ...checked(18), ...checked(2, { isWrong: true })];
    const found = remainingErrors(all);
    expect(found).toMatchObject({
      value: 8,
      found: 2,
      checked: 20,
      unchecked: 80,
      decisions: 100,
      reason: null,
    });
    expect(found.low).toBe(0);
    expect(found.high).toBeGreaterThan(8);
    expect(found.high).toBeLessThan(40);
    expect(found.strata).toEqual([
      { annotator: 0, band: 1, decisions: 100, checked: 20, found: 2, unchecked: 80, estimated: 8 },
    ]);
  });

  it("are none where everything was checked, whatever was found", () => {
    const all = checked(50, { rate: 1, band: null, isWrong: true });
    expect(remainingErrors(all)).toMatchObject({ value: 0, low: 0, high: 0, reason: null, found: 50 });
  });

  it("may be some though none was found, the more the less was checked", () => {
    const at = (rate: number, count: number) =>
      remainingErrors([...decisions(1000, { rate }), ...checked(count, { rate })]);
    expect(at(0.5, 1000)).toMatchObject({ value: 0, low: 0 });
    expect(at(0.5, 1000).high).toBeCloseTo(5, 0);
    expect(at(0.05, 53).high).toBeGreaterThan(60);
  });

  it("are never more than the unchecked", () => {
    const all = [...decisions(4, {}), ...checked(3, { isWrong: true })];
    expect(remainingErrors(all)).toMatchObject({ value: 4, high: 4 });
  });

  it("aren't told where nothing was checked", () => {
    expect(remainingErrors([]).reason).toBe("no_items");
    expect(remainingErrors([...decisions(9, {}), ...checked(50, { rate: 1, band: null })])).toMatchObject({
      value: null,
      low: null,
      high: null,
      reason: "no_checks",
      unchecked: 9,
    });
    expect(remainingErrors([...decisions(9, { rate: 0 }), ...checked(50)]).reason).toBe("never_drawn");
  });

  it("aren't told where more than a twentieth stands in strata without a check", () => {
    const some = [...decisions(100, {}), ...checked(25)];
    const blind = remainingErrors([...some, ...decisions(6, { annotator: 1 })]);
    expect(blind).toMatchObject({ value: null, reason: "unchecked_stratum" });
    expect(blind.strata[1]).toMatchObject({ annotator: 1, unchecked: 6, estimated: null });
    expect(remainingErrors([...some, ...decisions(5, { annotator: 1 })]).reason).toBeNull();
  });

  it("are more where audits show that checks miss some: among the checked, and as many more among the others", () => {
    const all = [...decisions(80, {}), ...checked(2, { isWrong: true }), ...checked(9)];
    const audited = [...checked(8, { isMissed: false }), ...checked(1, { isMissed: true })];
    const { corrected, ...found } = remainingErrors([...all, ...audited]);
    // Two were found and as many missed, each with four others like it among the unchecked.
    expect(found).toMatchObject({ value: 8, audited: 9, missed: 1, missRate: 0.5 });
    expect(corrected).toMatchObject({ value: 18, reason: null });
    expect(corrected.low).toBeGreaterThanOrEqual(1);
    expect(corrected.high).toBeGreaterThan(found.high as number);
  });

  it("are known where everything was checked and every check audited", () => {
    const at = { rate: 1, band: null };
    const all = [...checked(40, { ...at, isMissed: false }), ...checked(3, { ...at, isMissed: true })];
    expect(remainingErrors(all)).toMatchObject({ value: 0, corrected: { value: 3, low: 3, high: 3 } });
  });

  it("are corrected by nothing where no check was audited, and bounded more widely where audits found none missed", () => {
    const some = [...decisions(80, {}), ...checked(2, { isWrong: true })];
    expect(remainingErrors([...some, ...checked(18)]).corrected).toMatchObject({
      value: null,
      low: null,
      high: null,
      reason: "no_audits",
    });
    const agreed = remainingErrors([...some, ...checked(18, { isMissed: false })]);
    expect(agreed).toMatchObject({ missRate: 0, corrected: { value: 8, low: 0 } });
    expect(agreed.corrected.high).toBeGreaterThanOrEqual(agreed.high as number);
  });

  it("are a share of what was accepted", () => {
    const found = remainingErrors([...decisions(80, {}), ...checked(18), ...checked(2, { isWrong: true })]);
    expect(finalErrorRate(found, 98).value).toBeCloseTo(8 / 98, 12);
    expect(finalErrorRate(found, 0)).toMatchObject({ value: null, reason: "no_items" });
    expect(finalErrorRate(remainingErrors([]), 10)).toMatchObject({ value: null, reason: "no_items" });
  });
});
