import { asPercent, inDigits, inRange } from "#lib/figures/written.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";

type Own<Name extends "ratings" | "labels" | "pairs" | "traits" | "codes"> = NonNullable<
  ResultsDocument[Name]
>;
type Ends = { low: number | null; high: number | null };

const ranges = "ranges are 95% intervals; --json has every figure";
const digits = (value: number | null, places = 2): string => (value === null ? "–" : inDigits(value, places));
const between = ({ low, high }: Ends, places = 2): string =>
  low === null || high === null ? "" : `${inDigits(low, places)} to ${inDigits(high, places)}`;
const inBrackets = (text: string): string => (text === "" ? "" : ` (${text})`);
const inPercentRange = ({ low, high }: Ends): string =>
  low === null || high === null ? "" : inBrackets(inRange(low, high));

const nameJudge = ({ model, method }: Record<"model" | "method", string | null>): string =>
  [model, method].filter(Boolean).join(", ");
const nameOrigin = (values: readonly (string | null)[]): string =>
  values.map((value) => value ?? "none").join(" · ");
const listBy = (by: readonly string[]): string =>
  `origins by ${by.length > 0 ? by.join(", ") : "nothing: the cases have no attributes"}; ${ranges}`;

const widest = (names: readonly string[]): number => Math.max(0, ...names.map((name) => name.length));

/** What a kind says of a study, and whether that stands alone: where nothing is right or wrong. */
export function linesOfOwn(results: ResultsDocument, name: string) {
  const { ratings, labels, pairs, traits, codes, people } = results;
  const lines = [
    ...(ratings ? linesOfRatings(ratings, name) : []),
    ...(labels ? linesOfLabels(labels, name) : []),
    ...(pairs ? linesOfPairs(pairs, name) : []),
    ...(traits ? linesOfTraits(traits, name) : []),
    ...(codes ? linesOfCodes(codes, name) : []),
  ];
  return { lines, isAlone: lines.length > 0 && people.n.answers === 0 };
}

/** Where no answer is right: means by origin, and how far judges say what people say. */
const linesOfRatings = ({ by, parts }: Own<"ratings">, name: string): string[] => [
  ...parts.flatMap((part) => (part ? linesOfPart(part, name) : "too many origins by these attributes")),
  listBy(by),
];

function linesOfPart(
  { track, scale, n, people, origins, judges }: NonNullable<Own<"ratings">["parts"][number]>,
  name: string,
): string[] {
  const labels = origins.map(({ values }) => nameOrigin(values) || "all cases");
  const width = widest(labels);
  return [
    `${track}, ${scale}: ${digits(people.mean)} (${between(people)}), ${n.ratings} ratings of ${n.cases} cases by ${n.raters} ${name}`,
    ...origins.map(({ isClaimable, people: own, n: of }, at) => {
      const [mean, range] = isClaimable ? [digits(own.mean), between(own)] : ["too few", ""];
      const label = labels[at]?.padEnd(width) ?? "";
      return `  ${label}  ${mean.padStart(7)}  ${range.padEnd(14)}  ${of.ratings} ratings of ${of.cases} cases`;
    }),
    ...judges.map(
      (judge) =>
        `  ${nameJudge(judge)} against ${name}: Spearman ${digits(judge.byCase.spearman.value)} over ${judge.byCase.n} cases`,
    ),
  ];
}

/** How often each label was given, by people and judges, and by people for each origin. */
const linesOfLabels = ({ by, sets }: Own<"labels">, name: string): string[] => [
  ...sets.flatMap((one) => linesOfSet(one, name)),
  listBy(by),
];

type LabelledSet = Own<"labels">["sets"][number];
type Labelling =
  | LabelledSet["overall"][number]
  | NonNullable<LabelledSet["origins"]>[number]["sides"][number];

function linesOfSet({ set, labels, overall, origins, agreement }: LabelledSet, name: string): string[] {
  const rows = [
    ...overall.map((side): [string, Labelling] => [side.runId === null ? name : nameJudge(side), side]),
    ...(origins ?? []).flatMap(({ values, sides: [people] }): [string, Labelling][] =>
      people && values.length > 0 ? [[nameOrigin(values), people]] : [],
    ),
  ];
  const width = widest(rows.map(([label]) => label));
  const formatLabel = ({ isClaimable, shares }: Labelling, at: number): string => {
    const { count = 0, mean = null, low = null, high = null } = shares[at] ?? {};
    return isClaimable && mean !== null
      ? `${asPercent(mean)}${inPercentRange({ low, high })}`
      : `${count} (too few)`;
  };
  return [
    `${set}: alpha ${digits(agreement.alpha.value)}`,
    ...rows.map(
      ([label, side]) =>
        `  ${label.padEnd(width)}  ${labels.map((one, at) => `${one} ${formatLabel(side, at)}`).join(", ")}; ${side.n.labels} labels of ${side.n.cases} cases`,
    ),
    ...(origins ? [] : ["  too many origins by these attributes"]),
  ];
}

/** How strong each origin is, by people and by judges. */
const linesOfPairs = ({ people, agreement, judges }: Own<"pairs">, name: string): string[] => [
  ...linesOfPreferences(people, name),
  ...judges.flatMap((judge) => linesOfPreferences(judge.preferences, nameJudge(judge))),
  `two ${name} said the same: ${agreement.mean === null ? "–" : asPercent(agreement.mean)} of ${agreement.n} answers`,
  `strengths are log-odds above the average origin, a tie half a win; ${ranges}`,
];

function linesOfPreferences(
  { comparisons, cases, origins, reason }: Own<"pairs">["judges"][number]["preferences"],
  name: string,
): string[] {
  const width = widest(origins.map((origin) => origin.name));
  const why = inBrackets(reason?.replaceAll("_", " ") ?? "");
  return [
    `by ${name}: ${comparisons} comparisons of ${cases} cases${why}`,
    ...origins.map(
      ({ name: origin, strength, wins, ties, losses }) =>
        `  ${origin.padEnd(width)}  ${digits(strength.value).padStart(6)}  ${between(strength).padEnd(15)}  ${wins} wins, ${ties} ties, ${losses} losses`,
    ),
  ];
}

/** In which share of cases each code was found, by people and judges, and by people for each value of each attribute. */
const linesOfCodes = (books: Own<"codes">, name: string): string[] => [
  ...books.flatMap((book) => linesOfBook(book, name)),
  `shares of cases; ${ranges}`,
];

type Coding = Own<"codes">[number]["overall"][number];

function linesOfBook(
  { book, overall, byAttribute, agreement }: Own<"codes">[number],
  name: string,
): string[] {
  const rows = [
    ...overall.map((side): [string, Coding] => [side.runId === null ? name : nameJudge(side), side]),
    ...byAttribute.flatMap(({ values }) =>
      values.flatMap(({ value, sides: [people] }): [string, Coding][] => (people ? [[value, people]] : [])),
    ),
  ];
  const width = widest(rows.map(([label]) => label));
  const formatCode = ({ isTold, codes, n, cases }: Coding, at: number): string => {
    const { count = 0, share = null, low = null, high = null } = codes[at] ?? {};
    const of = `${n} codings of ${cases} cases`;
    return isTold && share !== null
      ? `${asPercent(share)}${inPercentRange({ low, high })}; ${of}`
      : `${count} of ${of} (too few)`;
  };
  return [
    `${book}: ${rows[0]?.[1].n ?? 0} codings of ${rows[0]?.[1].cases ?? 0} cases`,
    ...agreement.flatMap(({ code, alpha }, at) => [
      `  ${code ?? "none of these"}: alpha ${digits(alpha.value)}`,
      ...rows.map(([label, side]) => `    ${label.padEnd(width)}  ${formatCode(side, at)}`),
    ]),
  ];
}

/** How alike two sides of a person are, by people and judges, and how far people agree on each trait. */
function linesOfTraits({ origins, agreement }: Own<"traits">, name: string): string[] {
  const rows = origins.flatMap(({ method, model, people, judges, isClaimable }) => {
    const origin = [method, model].filter(Boolean).join(" · ") || "generated";
    return [
      { origin, by: name, of: people, isClaimable },
      ...judges.map((judge) => ({ origin, by: nameJudge(judge), of: judge, isClaimable })),
    ];
  });
  const [width, ofBy] = [widest(rows.map(({ origin }) => origin)), widest(rows.map(({ by }) => by))];
  return [
    ...rows.map(({ origin, by, of, isClaimable }) => {
      const told = isClaimable ? `${digits(of.mean, 3)}${inBrackets(between(of, 3))}` : "too few";
      return `${origin.padEnd(width)}  by ${by.padEnd(ofBy)}  ${told}, ${of.n} people judged`;
    }),
    ...agreement.map(
      ({ trait, counts: [low = 0, neutral = 0, high = 0], alpha }) =>
        `  ${trait}: alpha ${digits(alpha)}; ${low} low, ${neutral} neutral, ${high} high`,
    ),
    `similarity is 1 − Σ|reference − generated| / 10; ${ranges}`,
  ];
}
