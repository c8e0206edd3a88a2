import { createHash, hash } from "node:crypto";
import { withPlainLineEnds } from "#lib/files/text-file.ts";

const sha256 = (data: Buffer | string) => hash("sha256", data, "buffer");

/** What result files join by. */
export const promptDigest = (prompt: Buffer): Buffer => sha256(withPlainLineEnds(prompt));

/** For a case without a prompt: over what is shown. */
export const contentDigest = (shown: unknown): Buffer => sha256(JSON.stringify(shown));

/** Names a case whose file gives it no id: the same prompt with the same options is the same case. */
export const derivedKey = (prompt: Buffer, names: readonly string[]): string =>
  sha256(`${prompt.toString("hex")}\n${JSON.stringify(names)}`).toString("hex", 0, 12);

/** Over everything a participant or a model is shown, and the right answer: a different one is a new version. */
export function versionDigest(parts: readonly (Buffer | string)[]): Buffer {
  const digest = createHash("sha256");
  // Each part is preceded by its length, so that no two lists of parts read the same.
  for (const part of parts) digest.update(`${Buffer.byteLength(part)}:`).update(part);
  return digest.digest();
}
