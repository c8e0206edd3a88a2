"use server";

import { redirect, RedirectType } from "next/navigation";
import { z } from "zod";
import { defineAction } from "#lib/auth/define-action.ts";
import { lookUpPart, type OwnPart } from "#lib/auth/review-scope.ts";
import { roles } from "#lib/auth/roles.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { fieldKey } from "#lib/plain-values.ts";
import { fail, type Result } from "#lib/result.ts";
import {
  answerObjection,
  objectTo,
  saveAudit,
  saveBlindDecision,
  saveCheck,
} from "#lib/reviews/checking/mutations.ts";
import { saveDecision } from "#lib/reviews/deciding/mutations.ts";
import { round } from "#lib/reviews/deciding/schema.ts";
import { comment } from "#lib/reviews/plan/schema.ts";
import { itemNumber, itemPlace } from "#lib/reviews/queue/schema.ts";

// What is said of items in forms. Each has fields that another step has a use for: they are passed over.

const counted = <T extends z.ZodType<number, number>>(type: T) => z.string().transform(Number).pipe(type);

/** "accept", or "reject" with the reason. */
const decision = z
  .string("missing")
  .regex(/^(accept|reject .+)$/, "missing")
  .transform((value) => (value === "accept" ? null : value.slice("reject ".length)))
  .pipe(fieldKey.nullable())
  .transform((reason) => ({ accepts: reason === null, reason }));

/** Which review, and as whom the page was drawn; and under which id it is said. */
const ofReview = { slug: z.string(), by: counted(z.int()), id: z.uuid() };
const ofItem = { ...ofReview, number: counted(itemNumber), round: counted(round) };
const ofDecision = { ...ofItem, place: counted(itemPlace), decisionId: z.uuid() };
const ofCheck = { ...ofReview, checkId: z.uuid() };

/** Somebody else may have signed in since the page was drawn: what stands in its form is not theirs. */
const ofPart =
  <Input extends { slug: string; by: number }>(
    save: (part: OwnPart, given: Input) => Promise<Result<unknown, string>>,
    next: string | ((given: Input) => string),
  ) =>
  async (viewer: Viewer, given: Input): Promise<Result<never, string>> => {
    const part = await lookUpPart(viewer, given.slug);
    if (!part) return fail("not_found");
    if (part.number !== given.by) return fail("not_yours");
    const saved = await save(part, given);
    if (!saved.ok) return fail(saved.error);
    const page = typeof next === "string" ? next : next(given);
    return redirect(`/queue/${encodeURIComponent(given.slug)}${page}`, RedirectType.replace);
  };

const now = () => ({ clientAt: new Date(), agoMs: 0 });

const decisionForm = z.object({ ...ofItem, decision, comment });
const saveForm = (part: OwnPart, { decision: said, ...given }: z.output<typeof decisionForm>) =>
  saveDecision(part, { ...given, ...said, ...now() });

export const decide = defineAction(roles, decisionForm, ofPart(saveForm, ""));

export const changeDecision = defineAction(
  roles,
  decisionForm,
  ofPart(saveForm, ({ number }) => `/mine/${number}?changed=1`),
);

export const decideBlind = defineAction(
  roles,
  z.object({ ...ofDecision, decision }),
  ofPart(
    (part, { decision: said, ...given }) => saveBlindDecision(part, { ...given, ...said, ...now() }),
    "/check",
  ),
);

const right = { isRight: true, errorType: null, correctedAccepts: null, correctedReason: null };

export const check = defineAction(
  roles,
  z.object({
    ...ofDecision,
    verdict: z.enum(["right", "wrong"], "missing"),
    errorType: fieldKey.optional(),
    corrected: decision.optional(),
    comment,
  }),
  ofPart(async (part, { verdict, errorType, corrected, ...given }) => {
    if (verdict === "right") return saveCheck(part, { ...given, ...right, ...now() });
    if (!errorType || !corrected) return fail("invalid");
    const { accepts: correctedAccepts, reason: correctedReason } = corrected;
    const wrong = { isRight: false, errorType, correctedAccepts, correctedReason };
    return saveCheck(part, { ...given, ...wrong, ...now() });
  }, "/check"),
);

export const audit = defineAction(
  roles,
  z.object({ ...ofCheck, agrees: z.enum(["yes", "no"], "missing"), comment }),
  ofPart(
    (part, { agrees, ...given }) => saveAudit(part, { ...given, agrees: agrees === "yes", ...now() }),
    "/audit",
  ),
);

export const object = defineAction(
  roles,
  z.object({ ...ofCheck, words: comment.refine((text) => text !== "", "empty") }),
  ofPart((part, given) => objectTo(part, given), "/mine?objected=1"),
);

export const answer = defineAction(
  roles,
  z.object({ ...ofCheck, stands: z.enum(["yes", "no"], "missing"), words: comment }),
  ofPart(
    (part, { stands, ...given }) => answerObjection(part, { ...given, stands: stands === "yes" }),
    "/objections?answered=1",
  ),
);
