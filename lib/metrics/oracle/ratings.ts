import { codeAgreement, codeShares } from "#lib/metrics/codes/coded-answers.ts";
import { groupedMean, groupedShare, type Range } from "#lib/metrics/grouped/grouped-mean.ts";
import { compareMethods } from "#lib/metrics/grouped/method-differences.ts";
import { labelKappaOfJudge, labelKappaOfPeople, type CaseLabels } from "#lib/metrics/labels/nominal-kappa.ts";
import * as read from "#lib/metrics/oracle/input.ts";
import { bradleyTerry } from "#lib/metrics/pairs/bradley-terry.ts";
import { originTable } from "#lib/metrics/ratings/origin-table.ts";
import { kappaOfJudge, kappaOfPeople } from "#lib/metrics/ratings/quadratic-kappa.ts";
import { rankAgreement } from "#lib/metrics/ratings/rank-agreement.ts";
import type { CaseRatings } from "#lib/metrics/ratings/rated-cases.ts";
import { severityOf } from "#lib/metrics/ratings/severity.ts";
import { mcqFigures } from "#lib/metrics/scores/mcq-figures.ts";
import { similarityOfPeople } from "#lib/metrics/scores/trait-levels.ts";
import { textOverlap } from "#lib/metrics/text/overlap.ts";

const number = (input: read.Input, name: string) => read.readNumber(input[name], name);
const places = (input: read.Input, name: string) => Int32Array.from(read.readNumbers(input[name], name));
const numbers = (input: read.Input, name: string) => Float64Array.from(read.readNumbers(input[name], name));
const numbersOrNaN = (value: unknown, name: string) =>
  Float64Array.from(read.readNumbersOrNull(value, name), (one) => one ?? Number.NaN);
const optional = <T>(input: read.Input, name: string, of: (input: read.Input, name: string) => T) =>
  input[name] === undefined ? null : of(input, name);

function readRange(value: unknown): Range {
  const [least, most] = read.readNumbers(value, "a range");
  if (least === undefined || most === undefined) throw new read.MalformedCase("a range has two ends");
  return [least, most];
}

const readValues = (input: read.Input) => ({
  value: numbers(input, "value"),
  group: places(input, "group"),
  weight: optional(input, "weight", numbers),
  rater: optional(input, "rater", places),
});

const readRatings = (input: read.Input): CaseRatings => ({
  raters: number(input, "raters"),
  cases: number(input, "cases"),
  rater: places(input, "rater"),
  case: places(input, "case"),
  rating: numbers(input, "rating"),
});

const readCaseLabels = (input: read.Input): CaseLabels => ({
  raters: number(input, "raters"),
  cases: number(input, "cases"),
  labels: number(input, "labels"),
  rater: places(input, "rater"),
  case: places(input, "case"),
  label: places(input, "label"),
  groupOf: places(input, "groupOf"),
});

function scoreSeverity(input: read.Input) {
  const found = severityOf(readRatings(input));
  if (typeof found === "string") return { reason: found };
  const { raters, cases, ...rest } = found;
  const list = (of: "effect" | "low" | "high") => raters.map((rater) => rater[of]);
  return { ...rest, cases: [...cases], effects: list("effect"), low: list("low"), high: list("high") };
}

function scoreOrigins(input: read.Input) {
  const judges = read.readRows(input.judges ?? [], "judges", (row, name) => {
    const judge = read.readObject(row, name);
    return { scores: numbersOrNaN(judge.scores, "scores"), range: readRange(judge.range) };
  });
  const byOrigin = {
    origins: number(input, "origins"),
    groups: number(input, "groups"),
    originOf: places(input, "originOf"),
    groupOf: places(input, "groupOf"),
  };
  return originTable(readRatings(input), byOrigin, { scale: readRange(input.scale), judges });
}

function scoreStrengths(input: read.Input) {
  const found = bradleyTerry({
    sides: number(input, "sides"),
    first: places(input, "first"),
    second: places(input, "second"),
    outcome: numbers(input, "outcome"),
    group: places(input, "group"),
    rater: optional(input, "rater", places),
  });
  if (typeof found === "string") return { reason: found };
  const list = (of: "value" | "low" | "high") => found.sides.map((side) => side[of]);
  return { groups: found.groups, strengths: list("value"), low: list("low"), high: list("high") };
}

function scoreCodes(input: read.Input) {
  const coded = {
    raters: number(input, "raters"),
    cases: number(input, "cases"),
    methods: number(input, "methods"),
    rater: places(input, "rater"),
    case: places(input, "case"),
    groupOf: places(input, "groupOf"),
    methodOf: places(input, "methodOf"),
  };
  const codes = read.readRows(input.codes, "codes", (row, name) => {
    const found = read.readNumbers(row, name);
    return { shares: codeShares({ ...coded, found }), ...codeAgreement({ ...coded, found }) };
  });
  return { codes };
}

function scoreMcq(input: read.Input) {
  const { malformed } = input;
  if (malformed !== "left_out" && malformed !== "as_public_code")
    throw new read.MalformedCase(`unknown way with malformed answers ${String(malformed)}`);
  const answers = {
    types: read.readCategories(input.types, "types"),
    chosen: places(input, "chosen"),
    group: places(input, "group"),
    rightPlace: places(input, "rightPlace"),
    longest: numbers(input, "longest"),
  };
  return mcqFigures(answers, malformed);
}

const scorePeople = (input: read.Input) =>
  similarityOfPeople(
    read.readRows(input.people, "people", (row, name) => {
      const person = read.readObject(row, name);
      const side = (of: string) => read.readRows(person[of], of, read.readTraits);
      return { reference: side("reference"), generated: side("generated") };
    }),
  );

/** Of ratings, labels, pairs, codes and typed options, by the names the file format has for them. */
export const ratingMetrics: Readonly<Record<string, (input: read.Input) => unknown>> = {
  grouped_mean: (input) => groupedMean(readValues(input), readRange(input.range)),
  grouped_share: (input) => groupedShare(readValues(input)),
  rater_severity: scoreSeverity,
  origin_table: scoreOrigins,
  rank_agreement: (input) =>
    rankAgreement(
      numbersOrNaN(input.people, "people"),
      numbersOrNaN(input.judge, "judge"),
      places(input, "groupOf"),
    ),
  kappa_of_judge: (input) =>
    kappaOfJudge(readRatings(input), numbersOrNaN(input.judge, "judge"), places(input, "groupOf")),
  kappa_of_people: (input) => kappaOfPeople(readRatings(input), places(input, "groupOf")),
  label_kappa_of_judge: (input) => labelKappaOfJudge(readCaseLabels(input), places(input, "judge")),
  label_kappa_of_people: (input) => labelKappaOfPeople(readCaseLabels(input)),
  bradley_terry: scoreStrengths,
  codes: scoreCodes,
  compare_methods: (input) => ({
    pairs: compareMethods(
      read.readRows(input.methods, "methods", (row, name) => readValues(read.readObject(row, name))),
    ),
  }),
  mcq_figures: scoreMcq,
  similarity_of_people: scorePeople,
  text_overlap: (input) =>
    textOverlap(read.readText(input.reference, "reference"), read.readText(input.candidate, "candidate")),
};
