import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { writeCanonical } from "#lib/canonical.ts";
import { cardFormat, cardSchema, type Card, type CardContent } from "#lib/cards/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

// What stands before the 32 bytes of a key in DER (RFC 8410).
const privateHead = Buffer.from("302e020100300506032b657004220420", "hex");
const publicHead = Buffer.from("302a300506032b6570032100", "hex");

/** 32 bytes in base64 are all there is to a private key. */
export const readSigningKey = (seed: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([privateHead, Buffer.from(seed, "base64")]),
    format: "der",
    type: "pkcs8",
  });

export type PublicKey = { publicKey: string; fingerprint: string; pem: string };

const fingerprintOf = (raw: Uint8Array): string => `sha256:${createHash("sha256").update(raw).digest("hex")}`;

export function publicKeyOf(key: KeyObject): PublicKey {
  const open = key.type === "private" ? createPublicKey(key) : key;
  const raw = open.export({ format: "der", type: "spki" }).subarray(publicHead.length);
  return {
    publicKey: raw.toString("base64"),
    fingerprint: fingerprintOf(raw),
    pem: String(open.export({ format: "pem", type: "spki" })),
  };
}

const openKey = (publicKey: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([publicHead, Buffer.from(publicKey, "base64")]),
    format: "der",
    type: "spki",
  });

/** The text of a card: what is signed is the same text without the line of the signature itself. */
export function signCard(content: CardContent, key: KeyObject): string {
  const { publicKey, fingerprint } = publicKeyOf(key);
  const unsigned = { ...content, signature: { fingerprint, publicKey } };
  const ed25519 = sign(null, Buffer.from(writeCanonical(unsigned)), key).toString("base64");
  return writeCanonical({ ...content, signature: { ...unsigned.signature, ed25519 } });
}

/** What is wrong with a file that should be a card, in the order in which it is looked for. */
type CardProblem =
  | "not_json"
  | "not_a_card"
  | "other_format"
  | "damaged"
  | "other_key"
  | "changed"
  | "rewritten";

/** Whether a file is a card, whole and as it was signed by the key that it names; whose key that is, it can't say itself. */
export function readCard(text: string): Result<Card, CardProblem> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return fail("not_json", { why: error instanceof Error ? error.message : String(error) });
  }
  const format = schemaOf(given);
  if (format === null) return fail("not_a_card");
  if (format !== cardFormat) return fail("other_format", { format });
  const parsed = cardSchema.safeParse(given);
  if (!parsed.success)
    return fail(
      "damaged",
      Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message])),
    );
  const card = parsed.data;
  const { ed25519, ...by } = card.signature;
  if (fingerprintOf(Buffer.from(by.publicKey, "base64")) !== by.fingerprint) return fail("other_key");
  const signed = Buffer.from(writeCanonical({ ...card, signature: by }));
  if (!verify(null, signed, openKey(by.publicKey), Buffer.from(ed25519, "base64"))) return fail("changed");
  // Readers differ in what they make of a key that comes twice: the text itself has to be the one that was signed.
  if (writeCanonical(card) !== text) return fail("rewritten");
  return succeed(card);
}

function schemaOf(given: unknown): string | null {
  if (typeof given !== "object" || given === null || !("schema" in given)) return null;
  const { schema } = given;
  return typeof schema === "string" && schema.startsWith("benchside-card/") ? schema : null;
}
