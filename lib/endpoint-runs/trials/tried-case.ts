import type { TryFailure } from "#lib/endpoint-runs/schema.ts";
import type { CallFault } from "#lib/model-calls/schema.ts";

/** What was chosen, how probable it was said to be, and whether it is right; null where nobody said what is. */
export type TrialAnswer = { choice: string; probability: number | null; isRight: boolean | null };

export type TriedCall = {
  hasEnded: boolean;
  failure: TryFailure | null;
  fault: CallFault;
  text: string;
  reasoning: string;
  money: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  totalMs: number | null;
};

export type TriedSample = {
  sample: number;
  sent: string;
  tries: readonly TriedCall[];
  answer: TrialAnswer | null;
};

/** One case of a trial: what was sent, what came back, and what it came to. */
export type TriedCase = {
  key: string;
  track: string;
  version: number;
  gold: string | null;
  /** Cases with their answers that were shown first. */
  shots: readonly { prompt: string; answer: string }[];
  samples: readonly TriedSample[];
  answer: TrialAnswer | null;
  money: number | null;
};
