const unseen = /\p{Cf}+/gu;
// What keyboards and printed pages have for a hyphen. The long mark is one after a Latin letter; in Japanese it is spelling.
const between = /(?:[\s_\p{Pd}\u2212·・~]|(?<![\p{Script=Hiragana}\p{Script=Katakana}])\u30fc)+/gu;

/**
 * A code or a passphrase as its reader may have typed it, or copied it with whatever stood around: full-width letters,
 * capitals, and blanks or any dash where a hyphen was meant are the same. Never for a password of somebody's own.
 */
export const readTyped = (typed: string): string =>
  typed.replace(unseen, "").normalize("NFKC").toLowerCase().replace(between, "-").replace(/^-|-$/g, "");
