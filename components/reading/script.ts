import type { Part } from "#lib/task-kinds/dialogue.ts";

export type Paragraph = { thought: true; text: string } | { thought: false; pieces: readonly Part[] };

/** A turn as it is set: each thought by itself, what is said and how it is said run on. */
export function setParagraphs(parts: readonly Part[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let pieces: Part[] = [];
  for (const part of parts) {
    if (part.type === "thought") {
      paragraphs.push({ thought: true, text: part.text });
      pieces = [];
      continue;
    }
    if (pieces.length === 0) paragraphs.push({ thought: false, pieces });
    pieces.push(part);
  }
  return paragraphs;
}

/** Chinese and Japanese are never slanted, set no blanks between words and have brackets of their own. */
export const isHan = (language: string) => /^(zh|yue|ja)\b/i.test(language);

// A Chinese character says, and takes, as much as two letters.
const width = (text: string) =>
  text.length + (text.match(/[\u2e80-\ua4cf\uac00-\ud7ff\uf900-\uffef]/g)?.length ?? 0);
const shortProfile = 240;

/** Long enough to be worth folding. */
export const isLong = (profile: string) =>
  width(profile) + 40 * (profile.split("\n").length - 1) > shortProfile;
