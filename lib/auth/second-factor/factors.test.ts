import { expect, test } from "vitest";
import { seal, unseal } from "#lib/auth/second-factor/factors.ts";

const secret = new Uint8Array([1, 2, 3, 250]);
const mine = { owner: "ana", key: "a".repeat(32) };

test("what is sealed opens with its key for its owner, and looks different each time", () => {
  const sealed = seal(secret, mine);
  expect(unseal(sealed, mine)).toEqual(secret);
  expect(seal(secret, mine)).not.toEqual(sealed);
  expect(Buffer.from(sealed).includes(Buffer.from(secret))).toBe(false);
});

test("it opens for nobody else, with no other key, and not once it was changed or cut", () => {
  const sealed = seal(secret, mine);
  expect(unseal(sealed, { ...mine, owner: "bo" })).toBeNull();
  expect(unseal(sealed, { ...mine, key: "b".repeat(32) })).toBeNull();
  for (let i = 0; i < sealed.length; i++) {
    const changed = sealed.map((byte, at) => (at === i ? byte ^ 1 : byte));
    expect(unseal(changed, mine)).toBeNull();
  }
  expect(unseal(sealed.subarray(0, 20), mine)).toBeNull();
  expect(unseal(new Uint8Array(), mine)).toBeNull();
});
