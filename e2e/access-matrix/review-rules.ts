import type { Sample } from "#e2e/access-matrix/callers.ts";
import { participants, write, type ApiRule, type RouteRule } from "#e2e/access-matrix/rules.ts";

/** As a device says it: another id each time, since one is good for one statement. */
const said = () => ({ id: crypto.randomUUID(), clientAt: new Date().toISOString() });
const ofDecision = () => ({ number: 2, round: 1, place: 1, decisionId: crypto.randomUUID() });

/** For whoever has the part. A lead has no queue, and to those without any part the review isn't there. */
const queue = (rest: string, status: number, body: () => object): ApiRule => {
  const question = {
    method: "POST",
    headers: { "content-type": "application/json" },
    get body() {
      return JSON.stringify(body());
    },
  };
  const address = ({ review }: Sample) => `/api/queue/${review.slug}/${rest}`;
  return { ...write(participants, address, status, question), hidden: ["stranger", "admin"] };
};

export const reviewRoutes: Record<string, RouteRule> = {
  "/api/queue/[slug]/next": queue("next", 200, () => ({ step: "decide", wanted: 1 })),
  "/api/queue/[slug]/release": queue("release", 200, () => ({ step: "decide", items: [1] })),
  "/api/queue/[slug]/decisions": queue("decisions", 200, () => ({
    ...{ number: 1, round: 1, accepts: true, reason: null, comment: "", ...said() },
  })),
  // Another decided the second item; under which id, only who is given it to check is told.
  "/api/queue/[slug]/blind": queue("blind", 409, () => ({
    ...{ ...ofDecision(), accepts: true, reason: null, ...said() },
  })),
  "/api/queue/[slug]/checks": queue("checks", 409, () => ({
    ...{ ...ofDecision(), isRight: true, errorType: null, correctedAccepts: null, correctedReason: null },
    ...{ comment: "", ...said() },
  })),
  "/api/queue/[slug]/audits": queue("audits", 404, () => ({
    ...{ checkId: crypto.randomUUID(), agrees: true, comment: "", ...said() },
  })),
  "/api/queue/[slug]/objections": queue("objections", 404, () => ({
    ...{ id: crypto.randomUUID(), checkId: crypto.randomUUID(), words: "Two of them answer." },
  })),
  "/api/queue/[slug]/answers": queue("answers", 404, () => ({
    ...{ id: crypto.randomUUID(), checkId: crypto.randomUUID(), stands: true, words: "" },
  })),
};
