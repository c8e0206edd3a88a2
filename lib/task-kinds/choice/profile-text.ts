const rule = /^\s*([-*_])(\s*\1){2,}\s*$/;
const heading = /^\s{0,3}#{1,6}\s+(.*?)\s*#*$/;
const item = /^(\s*)[-*+•]\s+/;
// Marks stand at words' edges, but for two stars, which have no other use: what is between letters is none.
const heavy = /\*\*(?=\S)([^*]+)(?<=\S)\*\*/g;
const slight = /(?<![\\\p{L}\p{N}*_])(__|\*|_)(?=[^\s*_])(.+?)(?<=[^\s*_\\])\1(?![\p{L}\p{N}*_])/gu;

const setLine = (line: string): string =>
  line.replace(heading, "$1").replace(item, "$1• ").replace(heavy, "$1").replace(slight, "$2");

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
