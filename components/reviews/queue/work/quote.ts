import type { Mark } from "#lib/reading/marks.ts";

export const maxInComment = 4000;

/** A comment with what was marked beneath it, a line each; what stands in it already, or finds no room, is left out. */
export const withQuotes = (comment: string, marks: readonly Mark[]): string =>
  marks.reduce((text, { quote }) => {
    const line = `“${quote}”`;
    const longer = text.trim() === "" ? line : `${text.trimEnd()}\n${line}`;
    return text.includes(line) || longer.length > maxInComment ? text : longer;
  }, comment);
