import { ownCategories, type CategoryDeclaration } from "#lib/benchmarks/schema.ts";

/** The same few names throughout are categories: at most so many, in so many cases, each in at least half of them. */
const maxGuessed = 20;
const leastCases = 3;

/** What the options of a track's cases are called, counted as long as they could be categories. */
export class OfferedNames {
  #cases = 0;
  readonly #counts = new Map<string, number>();

  take(optionNames: readonly string[]): void {
    this.#cases += 1;
    if (this.#counts.size > maxGuessed) return;
    for (const name of new Set(optionNames)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  guess(): CategoryDeclaration {
    return guessCategories(this.#counts, this.#cases);
  }
}

/** What the options of a track are, told from their names and how many of its cases offer each. */
export function guessCategories(counts: ReadonlyMap<string, number>, cases: number): CategoryDeclaration {
  const names = [...counts.keys()];
  const isRare = [...counts.values()].some((count) => count * 2 < cases);
  if (cases < leastCases || names.length < 2 || names.length > maxGuessed || isRare) return ownCategories;
  const ordered = orderNames(names);
  return ordered
    ? { categories: "ordered", categoryNames: ordered }
    : { categories: "shared", categoryNames: names.sort((a, b) => a.localeCompare(b, "en")) };
}

/** The lowest first; null where the names have no order that is known. */
function orderNames(names: readonly string[]): string[] | null {
  const numbers = names.map((name) => (isNumber.test(name.trim()) ? Number(name.replace("−", "-")) : NaN));
  for (const places of [
    numbers,
    ...scales.map((steps) => names.map((name) => steps.get(plain(name)) ?? NaN)),
  ])
    if (places.every((place) => !Number.isNaN(place)) && new Set(places).size === names.length)
      return names
        .map((name, i) => ({ name, place: places[i] as number }))
        .sort((a, b) => a.place - b.place)
        .map(({ name }) => name);
  return null;
}

const isNumber = /^[-−+]?\d+([.]\d+)?$/;

const plain = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** "Undergraduate", "undergraduate student" and "undergraduate/college student" are one. */
const withStudent = (name: string): string[] =>
  name.endsWith("student") ? [name] : [name, `${name} student`, `${name} college student`];

/** Of each scale the steps, the lowest first, in every spelling of them. */
const scales = [
  [
    ["child", "kid", "5 year old", "five year old", "儿童"],
    ["teen", "teenager", "adolescent", "青少年"],
    ["college student", "college", "university student", "undergraduate", "undergrad"].flatMap(withStudent),
    ["graduate student", "graduate", "grad", "postgraduate", "phd student"].flatMap(withStudent),
    ["expert", "professional", "colleague", "专家"],
  ],
  [
    ["strongly disagree", "disagree strongly", "completely disagree", "非常不同意"],
    ["disagree", "不同意"],
    ["somewhat disagree", "slightly disagree"],
    ["neutral", "neither agree nor disagree", "undecided", "中立", "一般"],
    ["somewhat agree", "slightly agree"],
    ["agree", "同意"],
    ["strongly agree", "agree strongly", "completely agree", "非常同意"],
  ],
  [
    ["never", "从不"],
    ["rarely", "seldom", "很少"],
    ["sometimes", "occasionally", "有时"],
    ["often", "frequently", "经常"],
    ["usually", "very often", "mostly"],
    ["always", "总是"],
  ],
  [
    ["very poor", "very bad", "terrible"],
    ["poor", "bad"],
    ["fair", "average", "acceptable", "ok", "okay"],
    ["good"],
    ["very good"],
    ["excellent"],
  ],
  [
    ["not at all", "none"],
    ["slightly", "a little"],
    ["somewhat", "moderately"],
    ["very", "very much", "quite a bit"],
    ["extremely", "completely"],
  ],
  [
    ["very unlikely", "extremely unlikely"],
    ["unlikely"],
    ["neutral", "neither likely nor unlikely", "possible"],
    ["likely"],
    ["very likely", "extremely likely"],
  ],
  [["very low"], ["low"], ["medium", "moderate"], ["high"], ["very high"]],
].map(
  (steps) =>
    new Map(steps.flatMap((spellings, place) => spellings.map((spelling) => [spelling, place] as const))),
);
