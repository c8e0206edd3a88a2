import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { hashSecret, verifySecret } from "#lib/auth/secrets/secrets.ts";
import { LineFull } from "#lib/auth/secrets/waiting-line.ts";

// Stands in line like any other, and is no work when its turn comes: two hundred hashes are seconds of a core.
const gone = {
  normalize() {
    throw new Error("gone");
  },
} as unknown as string;

test("nobody makes it hash without end: a core is left over, and a full line turns away at once", async () => {
  const stored = await hashSecret("somebody’s");
  const atOnce = Math.min(3, Math.max(1, availableParallelism() - 1));
  const begun = Array.from({ length: atOnce }, () => hashSecret("one of a crowd"));
  const crowd = Promise.allSettled(Array.from({ length: 199 }, () => hashSecret(gone)));
  const last = hashSecret("the last in line");
  await expect(hashSecret("one more")).rejects.toBeInstanceOf(LineFull);
  await expect(verifySecret(stored, "somebody’s")).rejects.toBeInstanceOf(LineFull);
  for (const hash of await Promise.all([...begun, last]))
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await crowd).every(({ status }) => status === "rejected")).toBe(true);
}, 60_000);
