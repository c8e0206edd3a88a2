const titles = new Set(
  "lord lady ser sir mr mrs ms miss master mister madam madame monsieur mademoiselle dr doctor professor king queen prince princess duke duchess count countess baron baroness captain major colonel general sergeant lieutenant father mother brother sister uncle aunt old young little the".split(
    " ",
  ),
);
/** A first name that another one begins with: shorter ones begin too many. */
const shortest = { beforeFamilyName: 3, alone: 4 };

/**
 * Whether two names may be one person’s, within a work: the same but for titles, one a part of the other, or of one
 * family name with a first name that begins like the other. It errs towards yes: who reads the list decides.
 */
export function mayBeSamePerson(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return false;
  if (short.every((word) => long.includes(word))) return true;
  if (isChinese(one) && isChinese(other)) {
    const [less, more] = one.length <= other.length ? [one, other] : [other, one];
    return less.length >= 2 && more.includes(less);
  }
  const [first, second] = [short[0] ?? "", long[0] ?? ""];
  if (short.length === 1) return long.length === 1 && startsLike(first, second, shortest.alone);
  return short.at(-1) === long.at(-1) && startsLike(first, second, shortest.beforeFamilyName);
}

/** Across works only the same name is the same person, as in the books of a series. */
export const isSameName = (one: string, other: string): boolean =>
  wordsOf(one).join(" ") === wordsOf(other).join(" ");

function wordsOf(name: string): string[] {
  const words = name
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const named = words.filter((word) => !titles.has(word));
  // “The Captain” is nothing but titles, and still a name.
  return named.length > 0 ? named : words;
}

const isChinese = (name: string) => /\p{Script=Han}/u.test(name);
const startsLike = (one: string, other: string, fewest: number) => {
  const [less, more] = one.length <= other.length ? [one, other] : [other, one];
  return less.length >= fewest && more.startsWith(less);
};
