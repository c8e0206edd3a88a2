"use server";

import { redirect, RedirectType } from "next/navigation";
import type { z } from "zod";
import { defineAction } from "#lib/auth/define-action.ts";
import { lookUpPart, type OwnPart } from "#lib/auth/review-scope.ts";
import { roles } from "#lib/auth/roles.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { fail, type Result } from "#lib/result.ts";
import {
  saveAudit,
  saveBlindDecision,
  saveCheck,
  answerObjection,
  objectTo,
} from "#lib/reviews/checking/mutations.ts";
import { saveDecision } from "#lib/reviews/deciding/mutations.ts";
import {
  answerForm,
  auditForm,
  blindForm,
  checkForm,
  decisionForm,
  objectionForm,
} from "#lib/reviews/device/form-schema.ts";

type ReviewRef = { slug: string; by: number };

/** Somebody else may have signed in since the page was drawn: what stands in its form is not theirs. */
const ofPart =
  <Input extends ReviewRef>(
    save: (part: OwnPart, given: Input) => Promise<Result<unknown, string>>,
    next: (given: Input) => string,
  ) =>
  async (viewer: Viewer, given: Input): Promise<Result<never, string>> => {
    const part = await lookUpPart(viewer, given.slug);
    if (!part) return fail("not_found");
    if (part.number !== given.by) return fail("not_yours");
    const saved = await save(part, given);
    if (!saved.ok) return fail(saved.error);
    return redirect(next(given), RedirectType.replace);
  };

const queueOf = ({ slug }: ReviewRef, rest = ""): string => `/queue/${encodeURIComponent(slug)}${rest}`;
const now = () => ({ clientAt: new Date(), agoMs: 0 });

const decided = ({ number, round, id, decision, comment }: z.output<typeof decisionForm>) => ({
  number,
  round,
  id,
  ...decision,
  comment,
  ...now(),
});

export const decide = defineAction(
  roles,
  decisionForm,
  ofPart(
    (part, given) => saveDecision(part, decided(given)),
    (given) => queueOf(given),
  ),
);

export const changeDecision = defineAction(
  roles,
  decisionForm,
  ofPart(
    (part, given) => saveDecision(part, decided(given)),
    (given) => queueOf(given, `/mine/${given.number}?changed=1`),
  ),
);

export const decideBlind = defineAction(
  roles,
  blindForm,
  ofPart(
    (part, { slug: _, by: __, decision, ...given }) =>
      saveBlindDecision(part, { ...given, ...decision, ...now() }),
    (given) => queueOf(given, "/check"),
  ),
);

export const check = defineAction(
  roles,
  checkForm,
  ofPart(
    async (part, { number, round, place, decisionId, id, verdict, errorType, corrected, comment }) => {
      const isRight = verdict === "right";
      if (!isRight && !(errorType && corrected)) return fail("invalid");
      return saveCheck(part, {
        number,
        round,
        place,
        decisionId,
        id,
        isRight,
        comment,
        ...now(),
        errorType: isRight ? null : (errorType ?? null),
        correctedAccepts: isRight ? null : (corrected?.accepts ?? null),
        correctedReason: isRight ? null : (corrected?.reason ?? null),
      });
    },
    (given) => queueOf(given, "/check"),
  ),
);

export const audit = defineAction(
  roles,
  auditForm,
  ofPart(
    (part, { checkId, id, agrees, comment }) =>
      saveAudit(part, { checkId, id, agrees: agrees === "yes", comment, ...now() }),
    (given) => queueOf(given, "/audit"),
  ),
);

export const object = defineAction(
  roles,
  objectionForm,
  ofPart(
    (part, { id, checkId, words }) => objectTo(part, { id, checkId, words }),
    (given) => queueOf(given, "/mine?objected=1"),
  ),
);

export const answer = defineAction(
  roles,
  answerForm,
  ofPart(
    (part, { id, checkId, stands, words }) =>
      answerObjection(part, { id, checkId, stands: stands === "yes", words }),
    (given) => queueOf(given, "/objections?answered=1"),
  ),
);
