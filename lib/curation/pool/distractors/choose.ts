import type { OddityHandling, Oddity, PoolRole } from "#lib/benchmarks/lineage/pool-schema.ts";
import type { Nearest } from "#lib/curation/pool/distractors/nearest.ts";

/** What an embedding model finds near. */
export type ModelNearest = { model: string; nearest: Nearest; most: number };
export type Distractor = {
  role: number;
  model: string | null;
  similarity: number | null;
  odd: readonly Oddity[];
};
export type Choice =
  | { ok: true; chosen: readonly Distractor[]; replaced: readonly { role: number; odd: readonly Oddity[] }[] }
  | { ok: false; reason: "too_few" };

type DistractorRequest = {
  roles: readonly PoolRole[];
  /** Who is asked for. */
  target: number;
  /** Who spoke before, by name. */
  before: readonly string[];
  odd: OddityHandling;
  /** How many are chosen. */
  count: number;
};

/** By nearness: with several models each gives one in turn, and of one that is there already the next that it has. */
export function chooseNearest(asked: DistractorRequest, models: readonly ModelNearest[]): Choice {
  const { target, count } = asked;
  const chosen: Distractor[] = [];
  const replaced = new Map<number, readonly Oddity[]>();
  const places = models.map(() => 0);
  for (let turn = 0; chosen.length < count; turn++) {
    const own = models[turn % models.length];
    if (!own) return { ok: false, reason: "too_few" };
    const { model, nearest, most } = own;
    let found: Distractor | null = null;
    while (!found) {
      const place = places[turn % models.length] as number;
      const role = place < most ? (nearest.roles[target * most + place] as number) : -1;
      if (role < 0) return { ok: false, reason: "too_few" };
      places[turn % models.length] = place + 1;
      if (chosen.some((one) => one.role === role)) continue;
      const odd = findOddities(asked, role, chosen);
      if (isReplaced(asked, role, chosen, odd)) replaced.set(role, odd);
      else found = { role, model, similarity: nearest.similarities[target * most + place] as number, odd };
    }
    chosen.push(found);
  }
  return { ok: true, chosen, replaced: [...replaced].map(([role, odd]) => ({ role, odd })) };
}

/** From a list as it stands: everybody else of a work, or an order that a seed made. */
export function chooseInOrder(asked: DistractorRequest, order: Iterable<number>): Choice {
  const chosen: Distractor[] = [];
  const replaced: { role: number; odd: readonly Oddity[] }[] = [];
  for (const role of order) {
    if (chosen.length === asked.count) break;
    if (role === asked.target) continue;
    const odd = findOddities(asked, role, chosen);
    if (isReplaced(asked, role, chosen, odd)) replaced.push({ role, odd });
    else chosen.push({ role, model: null, similarity: null, odd });
  }
  return chosen.length === asked.count ? { ok: true, chosen, replaced } : { ok: false, reason: "too_few" };
}

/** Two options of one name can’t be told apart, so one of them goes whatever was asked. */
const isReplaced = (
  { roles, target, odd: asked }: DistractorRequest,
  role: number,
  chosen: readonly Distractor[],
  odd: readonly Oddity[],
): boolean =>
  odd.some((one) => asked[one] === "replace") ||
  [target, ...chosen.map((one) => one.role)].some((one) => roles[one]?.name === roles[role]?.name);

function findOddities(
  { roles, target, before }: DistractorRequest,
  role: number,
  chosen: readonly Distractor[],
): Oddity[] {
  const own = roles[role];
  const isOf = (other: PoolRole | undefined) =>
    own !== undefined &&
    other !== undefined &&
    (own.work === other.work ? mayBeSamePerson(own.name, other.name) : isSameName(own.name, other.name));
  const isSame = isOf(roles[target]) || chosen.some((one) => isOf(roles[one.role]));
  const isFirst = own !== undefined && own.work === roles[target]?.work && before.includes(own.name);
  return [...(isSame ? (["same_person"] as const) : []), ...(isFirst ? (["first_speaker"] as const) : [])];
}

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
