import { z } from "zod";

export const signInDays = 30;
export const linkDays = 14;
export const passwordMinimum = 12;
/** How long failed sign-ins are counted together. */
export const windowMinutes = 15;

/** PostgreSQL's text can't hold a NUL, nor half of a character; no name needs one. */
export const withoutNul = /^[^\0\ud800-\udfff]*$/u;

/** What one types to come back; people type it with capitals and blanks around it. */
export const handleInput = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, "empty")
  .max(64, "too_long")
  .regex(withoutNul, "wrong_character");
const secretInput = z.string().min(1, "empty").max(1000, "too_long");

export const nextInput = z
  .string()
  // Only a path of this app: "//evil.example" and "/\evil.example" are addresses elsewhere.
  .regex(/^\/(?![/\\])[^\s]*$/)
  .optional()
  .catch(undefined);

export const signInInput = z.object({ handle: handleInput, secret: secretInput, next: nextInput });
export const enterInput = z.object({ token: z.string().min(1).max(200) });
export const newPasswordInput = z.object({
  current: z.string().max(1000).default(""),
  password: z.string().max(1000, "too_long"),
  repeated: z.string().max(1000, "too_long"),
  next: nextInput,
});
export const endSignInInput = z.object({ id: z.uuid() });
