import { z } from "zod";
import { roles } from "#lib/auth/roles.ts";
import { withoutNul, withTokens } from "#lib/auth/schema.ts";

export const nameInput = z
  .string()
  .trim()
  .min(1, "empty")
  .max(200, "too_long")
  .regex(withoutNul, "wrong_character");
export const roleInput = z.enum(roles, "unknown_role");
export const newUserInput = z.object({ name: nameInput, role: roleInput });
export const userInput = z.object({ userId: z.uuid() });
export const signOutInput = withTokens.extend({ userId: z.uuid() });
export const deactivationInput = z.object({
  userId: z.uuid(),
  confirmation: z.string().trim().toLowerCase(),
});
export const roleChangeInput = z.object({ userId: z.uuid(), role: roleInput });

/** "Dr. Ana Núñez" → "dr-ana-nunez": what staff type to sign in. Letters of other scripts stay. */
export function handleFrom(name: string): string {
  const plain = name
    .normalize("NFKD")
    // Marks on Latin letters go; in other scripts they are part of the word.
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  const letters = [...plain];
  if (letters.length < 2) return ["user", ...letters].join("-");
  return letters.slice(0, 50).join("").replace(/-$/, "");
}
