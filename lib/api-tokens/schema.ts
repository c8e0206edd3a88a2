import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";

export const tokenDays = [30, 90, 365] as const;
export type TokenDays = (typeof tokenDays)[number];

export const mostTokens = 20;

export const newTokenInput = z.object({
  name: z.string().trim().min(1, "empty").max(100, "too_long").regex(withoutNul, "wrong_character"),
  days: z.coerce.number().pipe(z.literal(tokenDays, "unknown_days")),
});
export const tokenInput = z.object({ id: z.uuid() });
