import { withoutEnd } from "#lib/text-end.ts";

const rule = /^\s*([-*_])(\s*\1){2,}\s*$/;
const heading = /^\s{0,3}#{1,6}\s+/;
const item = /^(\s*)[-*+•]\s+/;
// Marks stand at words' edges, but for two stars, which have no other use: what is between letters is none.
const heavy = /\*\*(?=\S)([^*]+)(?<=\S)\*\*/g;
const opening = /(?<![\\\p{L}\p{N}*_])(?:__|\*|_)(?=[^\s*_])/gu;
const closing = /(?<=[^\s*_\\])(?:__|\*|_)(?![\p{L}\p{N}*_])/gu;

const setHeading = (line: string): string =>
  heading.test(line) ? withoutEnd(line.replace(heading, ""), /#/).trimEnd() : line;

/** Without pairs of slight marks. What stands between them is left alone. */
function setSlight(line: string): string {
  const closings = [...line.matchAll(closing)].toReversed();
  const waiting = Map.groupBy(closings, ([mark]) => mark);
  let read = "";
  let at = 0;
  for (const { 0: mark, index } of line.matchAll(opening)) {
    if (index < at) continue;
    const from = index + mark.length;
    const ends = waiting.get(mark) ?? [];
    while ((ends.at(-1)?.index ?? from) < from) ends.pop();
    const end = ends.at(-1)?.index;
    if (end === undefined) continue;
    read += line.slice(at, index) + line.slice(from, end);
    at = end + mark.length;
  }
  return read + line.slice(at);
}

const setLine = (line: string): string =>
  setSlight(setHeading(line).replace(item, "$1• ").replace(heavy, "$1"));

/**
 * A profile as it is read, without the marks of Markdown: lists have bullets, and headings, stars and rules are gone. What
 * isn't plainly a mark stays, and so does every letter. The case itself, and its hash, are as they were written.
 */
export const readProfile = (profile: string): string =>
  profile
    .split("\n")
    .filter((line) => !rule.test(line))
    .map(setLine)
    .join("\n");

/** The same of a whole content, in the order in which it stands. */
export const withReadProfiles = <C extends { profiles: readonly (string | null)[] }>(content: C) => ({
  ...content,
  profiles: content.profiles.map((profile) => profile && readProfile(profile)),
});
