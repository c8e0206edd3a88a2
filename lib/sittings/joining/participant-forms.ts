import { z } from "zod";
import { writtenText } from "#lib/auth/schema.ts";
import { readTick } from "#lib/sittings/joining/consent-ticks.ts";
import { maxBackgroundText, maxReason, takeOutUnstorable } from "#lib/sittings/limits.ts";
import { joinInput, prolificInput } from "#lib/sittings/schema.ts";

const written = z.string().optional();
/** Empty where it isn't asked for. */
const passphraseInput = z.string().trim().max(1000).default("");

/** Consent as a form sends it: what Prolific added stands beside the rest. */
export const joinForm = z
  .object({
    code: joinInput.shape.code,
    language: joinInput.shape.language,
    form: joinInput.shape.form,
    pid: written,
    study: written,
    session: written,
  })
  .catchall(z.unknown())
  .transform(
    ({ code, language, form, pid, study = "", session = "", ...rest }): z.input<typeof joinInput> => ({
      code,
      language,
      form,
      ticks: Object.keys(rest).flatMap((name) => readTick(name) ?? []),
      ...(pid === undefined ? {} : { prolific: { pid, study, session } }),
    }),
  )
  .pipe(joinInput);

/** Going on by a link that one has used already. */
export const returnForm = z
  .object({
    code: joinInput.shape.code,
    pid: prolificInput.shape.pid.optional(),
    passphrase: passphraseInput,
  })
  .transform(({ pid, ...rest }) => ({ ...rest, pid: pid ?? null }));

export const lostForm = z.object({ sittingId: z.uuid() });
export const leaveForm = z.object({ code: joinInput.shape.code });
/** It can't be undone, so it is said twice. */
export const withdrawForm = z.object({
  sittingId: z.uuid(),
  sure: z.literal("on", { error: "empty" }),
  erase: z.literal("on").optional().transform(Boolean),
  passphrase: passphraseInput,
});

/** Beside the sitting's id come the answers to the study's own questions, by their keys. */
export const beginInput = z
  .object({ sittingId: z.uuid() })
  .catchall(
    z.string().transform(takeOutUnstorable).pipe(z.string().trim().max(maxBackgroundText, "too_long")),
  );
/** Which try it is, so that one form sent twice is one try; beside it what was chosen, by the questions' keys. */
export const comprehensionInput = z
  .object({ sittingId: z.uuid(), tryNumber: z.coerce.number().pipe(z.int().min(1).max(2)) })
  .catchall(z.string().max(100));
export const handInInput = z.object({
  sittingId: z.uuid(),
  comment: writtenText(maxReason).default(""),
});

const whole = (least: number, most: number) => z.coerce.number().pipe(z.int().min(least).max(most));
const time = whole(0, 2_000_000_000).optional();
export const caseInput = z
  .object({
    sittingId: z.uuid(),
    position: whole(1, 32_767),
    /** What the form showed. */
    revision: whole(0, 1_999_999_999),
    /** How many candidates stood there. */
    options: whole(2, 26),
    go: z.enum(["next", "previous", "overview"]).default("next"),
    /** What is missing was said already. */
    isTold: z.literal("on").optional().transform(Boolean),
    /** One that is too long is given back as it was written, not refused with everything else. */
    reason: z
      .string()
      .max(10 * maxReason, "too_long")
      .transform((reason) => takeOutUnstorable(reason).replaceAll("\r\n", "\n"))
      .optional(),
    activeMs: time,
    firstAnswerMs: time,
    focusLosses: time,
  })
  .catchall(z.string().max(100));
