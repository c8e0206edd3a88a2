import type { FailedCall } from "#lib/model-calls/schema.ts";

export type FaultFacts = Omit<FailedCall, "ok" | "reply">;

/** Why an exchange gave no answer, thrown through the library that asked for it. */
export class Fault extends Error {
  readonly facts: FaultFacts;
  constructor(facts: Pick<FaultFacts, "failure" | "cause"> & Partial<FaultFacts>) {
    super(facts.cause);
    this.name = "Fault";
    this.facts = { said: "", status: null, retryAfterMs: null, isHopeless: false, ...facts };
  }
}
