import { generateKeyPairSync, verify } from "node:crypto";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { writeCanonical } from "#lib/canonical.ts";
import { cardSchema } from "#lib/cards/schema.ts";
import { publicKeyOf, readCard, readSigningKey, signCard } from "#lib/cards/signing.ts";
import { madeCard } from "#lib/cards/testing/made-card.ts";

// RFC 8032, 7.1, test 1.
const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
const publicHex = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const key = readSigningKey(seed.toString("base64"));
const text = signCard(madeCard(), key);
type Parts = { signature: Record<string, unknown>; people: Record<string, unknown>; [part: string]: unknown };
const changed = (change: (card: Parts) => void) => {
  const card = JSON.parse(text) as Parts;
  change(card);
  return writeCanonical(card);
};

test("the key is that of the 32 bytes", () => {
  expect(publicKeyOf(key).publicKey).toBe(Buffer.from(publicHex, "hex").toString("base64"));
  expect(publicKeyOf(key).pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
});

test("what was signed is read back, and is the same each time", () => {
  const { signature, ...content } = cardSchema.parse(JSON.parse(text));
  expect(content).toEqual(madeCard());
  expect(readCard(text)).toEqual({ ok: true, value: { ...content, signature } });
  expect(signCard(madeCard(), key)).toBe(text);
});

test("the signature is over the file without its own line, as any tool can take it out", () => {
  const lines = text.split("\n");
  const without = lines.filter((line) => !line.startsWith('    "ed25519": '));
  expect(without).toHaveLength(lines.length - 1);
  const { ed25519 } = cardSchema.parse(JSON.parse(text)).signature;
  expect(verify(null, Buffer.from(without.join("\n")), key, Buffer.from(ed25519, "base64"))).toBe(true);
});

const { pem: _pem, ...other } = publicKeyOf(generateKeyPairSync("ed25519").privateKey);

test.each([
  ["a figure that was edited", changed(({ people }) => (people["accuracy"] = 0.918)), "changed"],
  [
    "another key under the same signature",
    changed((card) => Object.assign(card.signature, other)),
    "changed",
  ],
  [
    "another fingerprint",
    changed((card) => (card.signature["fingerprint"] = other.fingerprint)),
    "other_key",
  ],
  ["a figure that can’t be", changed(({ people }) => (people["accuracy"] = 1.2)), "damaged"],
  ["a line more", changed((card) => (card["note"] = "best of all")), "damaged"],
  ["a line less", changed((card) => delete card["plan"]), "damaged"],
  ["half a file", text.slice(0, text.length / 2), "not_json"],
  ["nothing", "", "not_json"],
  ["something else", '{"schema": "benchside-results/2"}', "not_a_card"],
  ["a list", "[]", "not_a_card"],
  ["a later format", changed((card) => (card["schema"] = "benchside-card/2")), "other_format"],
  ["other line ends", text.replaceAll("\n", "\r\n"), "rewritten"],
  ["a key that comes twice", text.replace('{\n  "address"', '{\n  "issue": 9,\n  "address"'), "rewritten"],
])("%s is no card", (_what, given, error) => {
  expect(readCard(given)).toMatchObject({ ok: false, error });
});

// `vitest -u` writes it anew.
test("docs/formats/card.schema.json says what a card holds", async () => {
  const schema = z.toJSONSchema(cardSchema, { unrepresentable: "any" });
  const written = `${JSON.stringify({ title: "A human-baseline card", ...schema }, null, 2)}\n`;
  const file = path.resolve(import.meta.dirname, "../../docs/formats/card.schema.json");
  await expect(written).toMatchFileSnapshot(file);
});
