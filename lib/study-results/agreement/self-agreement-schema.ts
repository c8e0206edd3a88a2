import { z } from "zod";
import { hasEnoughData } from "#lib/metrics/claim.ts";
import { count, figure, reason } from "#lib/study-results/figure-schemas.ts";

const bounded = z.object({ value: figure, low: figure, high: figure, reason });
export type BoundedFigure = z.output<typeof bounded>;

export const selfAgreement = z
  .object({
    pairs: count.describe("Cases that somebody who counts answered both times"),
    people: count,
    cases: count,
    same: bounded.describe("Share of second answers that are the same as the first"),
    kappa: bounded
      .nullable()
      .describe("Quadratic-weighted kappa of the two times; null unless all answers lie on one scale"),
    change: bounded
      .nullable()
      .describe("Mean of second answers less first ones; null unless all answers lie on one scale"),
  })
  .describe("How far people agree with themselves: only if the plan asks for repeats");
export type SelfAgreementFigures = z.output<typeof selfAgreement>;

/** Of one track, or of all. */
export type SelfAgreementPart = SelfAgreementFigures & { track: string | null };

/** Nothing is claimed of so little. */
export const isTooSmallForSelf = ({ pairs, people, cases }: SelfAgreementFigures): boolean =>
  !hasEnoughData({ answers: pairs, people, cases });
