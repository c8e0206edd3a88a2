import { drawOf } from "#lib/reviews/plan/manifest.ts";
import type { ReviewSettings } from "#lib/reviews/plan/schema.ts";
import type { SentCheck } from "#lib/reviews/checking/schema.ts";

export type SimulatedTruth = {
  seed: bigint;
  settings: Pick<ReviewSettings, "decisions" | "errorTypes">;
  /** How many of the items ought to be accepted. */
  acceptable: number;
};
export type Judgement = { accepts: boolean; reason: string | null };

/** One of a list, by the seed; nothing where the list is empty. */
const pick = <T>(list: readonly T[], draw: number): T | undefined => list[Math.floor(draw * list.length)];

/** What would be right of an item: nobody has read it, the seed says so. */
export function truthOf({ seed, settings, acceptable }: SimulatedTruth, item: number): Judgement {
  const { reasons } = settings.decisions;
  const accepts = drawOf(seed, "truth", item) < acceptable || reasons.length === 0;
  return { accepts, reason: accepts ? null : (pick(reasons, drawOf(seed, "reason", item))?.key ?? null) };
}

/** What somebody who is right this often says of it, in a round. */
export function judgementOf(
  made: SimulatedTruth,
  item: number,
  who: { member: number; accuracy: number; round: number },
): Judgement {
  const truth = truthOf(made, item);
  const words = [item, who.member, who.round] as const;
  const { reasons } = made.settings.decisions;
  if (drawOf(made.seed, "said", ...words) < who.accuracy || reasons.length === 0) return truth;
  if (!truth.accepts) return { accepts: true, reason: null };
  return { accepts: false, reason: pick(reasons, drawOf(made.seed, "wrong reason", ...words))?.key ?? null };
}

type Verdict = Pick<SentCheck, "isRight" | "errorType" | "correctedAccepts" | "correctedReason">;

/** What a reviewer thinks of a decision, who said this of the item before. */
export function verdictOf(made: SimulatedTruth, item: number, decision: Judgement, own: Judgement): Verdict {
  if (decision.accepts === own.accepts)
    return { isRight: true, errorType: null, correctedAccepts: null, correctedReason: null };
  const { errorTypes } = made.settings;
  const fitting = errorTypes.find(({ key }) => key === (own.accepts ? "too_strict" : "missed"));
  const errorType = (fitting ?? pick(errorTypes, drawOf(made.seed, "error", item)))?.key ?? null;
  return { isRight: false, errorType, correctedAccepts: own.accepts, correctedReason: own.reason };
}
