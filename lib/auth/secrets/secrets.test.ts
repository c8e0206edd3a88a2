import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { hashSecret, verifySecret } from "#lib/auth/secrets/secrets.ts";
import { LineFull } from "#lib/auth/secrets/waiting-line.ts";

test("nobody makes it hash without end: a core is left over, and a full line turns away at once", async () => {
  const stored = await hashSecret("somebody’s");
  const atOnce = Math.min(3, Math.max(1, availableParallelism() - 1));
  const crowd = Array.from({ length: 200 + atOnce }, () => hashSecret("one of a crowd"));
  await expect(hashSecret("one more")).rejects.toBeInstanceOf(LineFull);
  await expect(verifySecret(stored, "somebody’s")).rejects.toBeInstanceOf(LineFull);
  for (const hash of await Promise.all(crowd)) expect(hash).toMatch(/^\$argon2id\$/);
}, 60_000);
