import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { isTicked, nextInput, withoutNul } from "#lib/auth/schema.ts";
import { jsonField } from "#lib/auth/request/json-field.ts";

/** How long the way in waits for the second factor. */
export const halfMinutes = 15;
/** How long a proof holds for what asks again. */
export const freshMinutes = 10;
export const recoveryCodeCount = 10;
export const maxPasskeys = 10;

/** What somebody who is signed in can show again who they are with. */
export type ProofMethod = "password" | "code" | "passkey";

export type Factors = {
  codeAppSince: Date | null;
  passkeys: readonly { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
  /** Recovery codes that are left. */
  recoveryCodes: number;
};
export const hasFactor = ({ codeAppSince, passkeys }: Factors): boolean =>
  codeAppSince !== null || passkeys.length > 0;

const base64url = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/);
const ofEveryPasskey = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

/** The form of what a browser answers for a passkey; whether it is true is looked at elsewhere. */
const registration = z.object({
  ...ofEveryPasskey,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
}) satisfies z.ZodType<RegistrationResponseJSON, unknown>;
const assertion = z.object({
  ...ofEveryPasskey,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
}) satisfies z.ZodType<AuthenticationResponseJSON, unknown>;

export const codeInput = z.object({
  code: z.string().trim().min(1, "empty").max(100, "too_long"),
  next: nextInput,
});
/** Without a code it is set up, with one confirmed. */
export const codeAppInput = z.object({ code: z.string().trim().max(100).default("") });
export const passkeyQuestion = z.object({ for: z.enum(["coming_in", "second_step"]), keep: isTicked });
export const passkeyEntry = z.object({ answer: jsonField(assertion), next: nextInput });
export const passkeyProof = z.object({ answer: jsonField(assertion) });
export const newPasskeyInput = z.object({
  answer: jsonField(registration),
  name: z.string().trim().min(1, "empty").max(100, "too_long").regex(withoutNul, "wrong_character"),
});
export const passkeyInput = z.object({ id: z.uuid() });

/** Fields that a form may hold beside its own, once it was asked to. */
export const proofFields = { password: "proof-password", code: "proof-code" } as const;
