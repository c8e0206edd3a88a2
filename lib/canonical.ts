import { createHash } from "node:crypto";

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The same content is the same text, to the byte: keys sorted, two blanks of indentation, a line end at the end. */
export const writeCanonical = (content: unknown): string =>
  `${JSON.stringify(content, (_key, value: unknown) => sorted(value), 2)}\n`;

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
