import { createHash, hash } from "node:crypto";
import { withPlainLineEnds } from "#lib/files/text-file.ts";
import type { ChoiceContent, Option } from "#lib/task-kinds/choice/schema.ts";

const sha256 = (data: Buffer | string) => hash("sha256", data, "buffer");

/** What result files join by. */
export const promptDigest = (prompt: Buffer): Buffer => sha256(withPlainLineEnds(prompt));

/** For a case without a prompt: over what is shown. */
export const contentDigest = (content: ChoiceContent, names: readonly string[]): Buffer =>
  sha256(JSON.stringify([content, names]));

/** Names a case whose file gives it no id: the same prompt with the same options is the same case. */
export const derivedKey = (prompt: Buffer, names: readonly string[]): string =>
  sha256(`${prompt.toString("hex")}\n${JSON.stringify(names)}`).toString("hex", 0, 12);

/** Over everything a participant or a model is shown, and the right answer: a different one is a new version. */
export function versionDigest(facts: {
  kind: string;
  shown: readonly Buffer[];
  options: readonly Option[];
  gold: number;
}): Buffer {
  const { kind, shown, options, gold } = facts;
  const digest = createHash("sha256");
  // Each part is preceded by its length, so that no two lists of parts read the same.
  const rest = JSON.stringify([kind, options.map(({ name, profile }) => [name, profile]), gold]);
  for (const part of [...shown, rest]) digest.update(`${Buffer.byteLength(part)}:`).update(part);
  return digest.digest();
}
