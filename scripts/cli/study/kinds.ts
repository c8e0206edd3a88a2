import { asPercent, inDigits, inRange } from "#lib/figures/written.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";

// What one kind alone has to tell, rounded for the eye.

type Of<Key extends "ratings" | "labels" | "pairs" | "traits" | "codes"> = NonNullable<ResultsDocument[Key]>;
type Ends = { low: number | null; high: number | null };

const allElse = "ranges are 95% intervals; --json has every figure";
const originsBy = (by: readonly string[]): string =>
  `origins by ${by.length > 0 ? by.join(", ") : "nothing: the cases have no attributes"}; ${allElse}`;

const nameJudge = ({ model, method }: { model: string | null; method: string | null }): string =>
  [model, method].filter(Boolean).join(", ");
const nameOrigin = (values: readonly (string | null)[]): string =>
  values.map((value) => value ?? "none").join(" · ");

const digits = (value: number | null, places = 2): string => (value === null ? "–" : inDigits(value, places));
const between = ({ low, high }: Ends, places = 2): string =>
  low === null || high === null ? "" : `${inDigits(low, places)} to ${inDigits(high, places)}`;
const percent = (share: number, { low, high }: Ends): string =>
  low === null || high === null ? asPercent(share) : `${asPercent(share)} (${inRange(low, high)})`;

const longest = (words: readonly string[]): number => Math.max(0, ...words.map(({ length }) => length));

/** Nothing of kinds whose answers are right or wrong alone. `name`: of people. */
export const linesOfKind = (
  { ratings, labels, pairs, traits, codes }: ResultsDocument,
  name: string,
): string[] => [
  ...(ratings ? linesOfRatings(ratings, name) : []),
  ...(labels ? linesOfLabels(labels, name) : []),
  ...(pairs ? linesOfPairs(pairs, name) : []),
  ...(traits ? linesOfTraits(traits, name) : []),
  ...(codes ? linesOfCodes(codes, name) : []),
];

/** Means by origin, and how far judges say what people say. */
const linesOfRatings = ({ by, parts }: Of<"ratings">, name: string): string[] => [
  ...parts.flatMap((part) => {
    if (!part) return "too many origins by these attributes";
    const { track, scale, n, people, origins, judges } = part;
    const rows = origins.map(({ values, isClaimable, people: mean, n: own }) => ({
      label: nameOrigin(values) || "all cases",
      mean: isClaimable ? digits(mean.mean) : "too few",
      range: isClaimable ? between(mean) : "",
      of: `${own.ratings} ratings of ${own.cases} cases`,
    }));
    const width = longest(rows.map(({ label }) => label));
    return [
      `${track}, ${scale}: ${digits(people.mean)} (${between(people)}), ${n.ratings} ratings of ${n.cases} cases by ${n.raters} ${name}`,
      ...rows.map(
        ({ label, mean, range, of }) =>
          `  ${label.padEnd(width)}  ${mean.padStart(7)}  ${range.padEnd(14)}  ${of}`,
      ),
      ...judges.map(
        ({ byCase, ...judge }) =>
          `  ${nameJudge(judge)} against ${name}: Spearman ${digits(byCase.spearman.value)} over ${byCase.n} cases`,
      ),
    ];
  }),
  originsBy(by),
];

/** How often each label was given, by people and judges, and by people for each origin. */
const linesOfLabels = ({ by, sets }: Of<"labels">, name: string): string[] => [
  ...sets.flatMap(({ set, labels, overall, origins, agreement }) => {
    const rows = [
      ...overall.map((side) => ({ label: side.runId === null ? name : nameJudge(side), side })),
      ...(origins ?? []).flatMap(({ values, sides: [people] }) =>
        people && values.length > 0 ? [{ label: nameOrigin(values), side: people }] : [],
      ),
    ];
    const width = longest(rows.map(({ label }) => label));
    return [
      `${set}: alpha ${digits(agreement.alpha.value)}`,
      ...rows.map(({ label, side: { isClaimable, shares, n } }) => {
        const told = labels.map((one, at) => {
          const { count = 0, mean = null, low = null, high = null } = shares[at] ?? {};
          return `${one} ${!isClaimable || mean === null ? `${count} (too few)` : percent(mean, { low, high })}`;
        });
        return `  ${label.padEnd(width)}  ${told.join(", ")}; ${n.labels} labels of ${n.cases} cases`;
      }),
      ...(origins ? [] : ["  too many origins by these attributes"]),
    ];
  }),
  originsBy(by),
];

/** In which share of cases each code was found, by people and judges, and by people for each value of each attribute. */
const linesOfCodes = (books: Of<"codes">, name: string): string[] => [
  ...books.flatMap(({ book, overall, byAttribute, agreement }) => {
    const rows = [
      ...overall.map((side) => ({ label: side.runId === null ? name : nameJudge(side), side })),
      ...byAttribute.flatMap(({ values }) =>
        values.flatMap(({ value, sides: [people] }) => (people ? [{ label: value, side: people }] : [])),
      ),
    ];
    const width = longest(rows.map(({ label }) => label));
    return [
      `${book}: ${overall[0]?.n ?? 0} codings of ${overall[0]?.cases ?? 0} cases`,
      ...agreement.flatMap(({ code, alpha }, at) => [
        `  ${code ?? "none of these"}: alpha ${digits(alpha.value)}`,
        ...rows.map(({ label, side: { isTold, codes, n, cases } }) => {
          const { count = 0, share = null, low = null, high = null } = codes[at] ?? {};
          const of = `${n} codings of ${cases} cases`;
          const told =
            !isTold || share === null
              ? `${count} of ${of} (too few)`
              : `${percent(share, { low, high })}; ${of}`;
          return `    ${label.padEnd(width)}  ${told}`;
        }),
      ]),
    ];
  }),
  `shares of cases; ${allElse}`,
];

/** How strong each origin is, by people and by judges. */
function linesOfPairs({ people, agreement, judges }: Of<"pairs">, name: string): string[] {
  const raters = [
    { by: name, ...people },
    ...judges.map(({ preferences, ...judge }) => ({ by: nameJudge(judge), ...preferences })),
  ];
  return [
    ...raters.flatMap(({ by, comparisons, cases, origins, reason }) => {
      const width = longest(origins.map((origin) => origin.name));
      return [
        `by ${by}: ${comparisons} comparisons of ${cases} cases${reason === null ? "" : ` (${reason.replaceAll("_", " ")})`}`,
        ...origins.map(
          ({ name: origin, strength, wins, ties, losses }) =>
            `  ${origin.padEnd(width)}  ${digits(strength.value).padStart(6)}  ${between(strength).padEnd(15)}  ${wins} wins, ${ties} ties, ${losses} losses`,
        ),
      ];
    }),
    `two ${name} said the same: ${agreement.mean === null ? "–" : asPercent(agreement.mean)} of ${agreement.n} answers`,
    `strengths are log-odds above the average origin, a tie half a win; ${allElse}`,
  ];
}

/** How alike two sides of a person are, by people and judges, and how far people agree on each trait. */
function linesOfTraits({ origins, agreement }: Of<"traits">, name: string): string[] {
  const rows = origins.flatMap(({ method, model, people, judges, isClaimable }) => {
    const origin = [method, model].filter(Boolean).join(" · ") || "generated";
    return [
      { origin, by: name, isClaimable, of: people },
      ...judges.map((judge) => ({ origin, by: nameJudge(judge), isClaimable, of: judge })),
    ];
  });
  const width = longest(rows.map(({ origin }) => origin));
  const ofBy = longest(rows.map(({ by }) => by));
  return [
    ...rows.map(({ origin, by, isClaimable, of }) => {
      const range = between(of, 3);
      const told = isClaimable ? `${digits(of.mean, 3)}${range && ` (${range})`}` : "too few";
      return `${origin.padEnd(width)}  by ${by.padEnd(ofBy)}  ${told}, ${of.n} people judged`;
    }),
    ...agreement.map(
      ({ trait, counts: [low = 0, neutral = 0, high = 0], alpha }) =>
        `  ${trait}: alpha ${digits(alpha)}; ${low} low, ${neutral} neutral, ${high} high`,
    ),
    `similarity is 1 − Σ|reference − generated| / 10; ${allElse}`,
  ];
}
