import "server-only";
import type { z } from "zod";
import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { lookUpPart, type OwnPart } from "#lib/auth/review-scope.ts";
import { roles } from "#lib/auth/roles.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { readBody } from "#lib/front-routes.ts";
import { succeed, type Result } from "#lib/result.ts";
import {
  saveAudit,
  saveBlindDecision,
  saveCheck,
  answerObjection,
  objectTo,
} from "#lib/reviews/checking/mutations.ts";
import { sentAnswer, sentAudit, sentBlind, sentCheck, sentObjection } from "#lib/reviews/checking/schema.ts";
import { saveDecision } from "#lib/reviews/deciding/mutations.ts";
import { sentDecision } from "#lib/reviews/deciding/schema.ts";
import { giveBack, takeItems } from "#lib/reviews/queue/mutations.ts";
import { nextInput, releaseInput, type QueueAnswer } from "#lib/reviews/queue/schema.ts";

type Route = (request: Request, segment: string) => Promise<Response>;

const fresh = { "cache-control": "no-store" };
const statusOf = (problem: string) => ({ not_your_part: 403, not_found: 404, invalid: 422 })[problem] ?? 409;

/**
 * What the device of somebody with a part sends: who they are is proven, the part looked up among their own, and what was
 * sent parsed, before anything happens. Answered with 200 it is committed, also to whoever sends it again.
 */
const ofMember =
  <Input extends z.ZodType>(
    input: Input,
    answer: (part: OwnPart, given: z.output<Input>) => Promise<Result<unknown, string>>,
  ): Route =>
  (request, segment) =>
    withViewer(roles, async (viewer) => {
      const slug = readSegment(segment);
      const part = slug === null ? null : await lookUpPart(viewer, slug);
      if (!part) return refuse("not_found", 404);
      // Another may have signed in since the page was opened: what its device has kept is not theirs.
      const by = new URL(request.url).searchParams.get("by");
      if (by !== null && by !== String(part.number)) return refuse("not_yours", 409);
      const body = readBody(request.headers.get("content-type"), new Uint8Array(await request.arrayBuffer()));
      const given = input.safeParse(body);
      if (!given.success) return refuse("invalid", 400);
      const done = await answer(part, given.data);
      return done.ok
        ? Response.json(done.value ?? {}, { headers: fresh })
        : refuse(done.error, statusOf(done.error));
    });

export const queueRoutes = {
  next: ofMember(nextInput, async (part, given) => {
    const taken = await takeItems(part, given);
    return taken.ok ? succeed({ items: taken.value } satisfies QueueAnswer) : taken;
  }),
  release: ofMember(releaseInput, giveBack),
  decisions: ofMember(sentDecision, saveDecision),
  blind: ofMember(sentBlind, saveBlindDecision),
  checks: ofMember(sentCheck, saveCheck),
  audits: ofMember(sentAudit, saveAudit),
  objections: ofMember(sentObjection, objectTo),
  answers: ofMember(sentAnswer, answerObjection),
};
