const units =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const english = new Map([
  ...units.map((word, i) => [word, i + 1] as const),
  ...tens.map((word, i) => [word, 10 * (i + 2)] as const),
]);
const digits = new Map([..."〇一二三四五六七八九"].map((sign, i) => [sign, i] as const).concat([["两", 2]]));

const oneOf = (words: readonly string[]) => words.join("|");
/** How a number up to some hundreds is written: in digits, in English words, or in Chinese signs. */
export const writtenNumber = String.raw`(?:\d[\d,]{0,14}(?:\.\d{1,9})?|(?:${oneOf(tens)})[- ](?:${oneOf(units.slice(0, 9))})|(?:${oneOf([...tens, ...units.toReversed()])})|[一二两三四五六七八九十百]{1,7})`;

/** Null where it is none. */
export function readNumber(written: string): number | null {
  if (/^\d/.test(written)) return Number(written.replaceAll(",", ""));
  if (/^[一二两三四五六七八九十百]+$/.test(written)) return readSigns(written);
  const parts = written
    .toLowerCase()
    .split(/[- ]/)
    .map((word) => english.get(word));
  return parts.some((part) => part === undefined)
    ? null
    : parts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** 五十, 二十五, 一百二十 */
function readSigns(signs: string): number {
  let [sum, digit] = [0, 0];
  for (const sign of signs)
    if (sign === "十" || sign === "百") {
      sum += (digit || 1) * (sign === "十" ? 10 : 100);
      digit = 0;
    } else digit = digits.get(sign) ?? 0;
  return sum + digit;
}
