import { altTest } from "#lib/metrics/agreement/alt-test.ts";
import { altTestOfRatings } from "#lib/metrics/agreement/alt-test-of-ratings.ts";
import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";

import { cohenKappaInterval, tabulatePair } from "#lib/metrics/agreement/cohen-kappa.ts";
import { gwetAc1 } from "#lib/metrics/agreement/gwet-ac1.ts";
import { krippendorffAlpha } from "#lib/metrics/agreement/krippendorff-alpha.ts";
import { withoutFigures, type Bounded } from "#lib/metrics/measure.ts";
import * as read from "#lib/metrics/oracle/input.ts";
import { numberLabels, packChoices, packCounts } from "#lib/metrics/oracle/pack.ts";
import { countChoices, countsOf, type ChoiceTable } from "#lib/metrics/scores/choice-table.ts";

const readRatings = (input: read.Input) => read.readRows(input.ratings, "ratings", read.readLabels);

function packRatings(input: read.Input, categories?: readonly string[]) {
  const { raters, options } = numberLabels(readRatings(input), categories);
  return countChoices(packChoices(raters, raters[0]?.length ?? 0, options));
}

/** What people chose of categories that all items share. Who chose it is not asked for here. */
function agreeOn(table: ChoiceTable) {
  const cells = Array.from({ length: table.cases }, (_, at) => [...countsOf(table, at)]).flatMap(
    (counts, at) => counts.flatMap((count, choice) => Array.from({ length: count }, () => ({ at, choice }))),
  );
  const { cases, options } = table;
  const choices = {
    people: 0,
    person: cells.map(() => 0),
    options: new Int32Array(cases).fill(options),
    case: cells.map(({ at }) => at),
    choice: cells.map(({ choice }) => choice),
  };
  return agreeTwoWay(choices, { are: "shared", count: options, ordered: false }).figures;
}

/** The reason why there is no interval is no reason here. */
const whyNone = ({ value, reason }: Bounded) => (value === null ? reason : null);

export function scorePercentAgreement(input: read.Input) {
  const { pairwise, unanimous } = agreeOn(packRatings(input));
  return { pairwise: pairwise.value, unanimous: unanimous.value, reason: whyNone(pairwise) };
}

export function scoreFleiss(input: read.Input) {
  const rows = read.readRows(input.counts, "counts", read.readNumbers);
  const { pairwise, fleiss } = agreeOn(packCounts(rows));
  // A case that nobody answered is none to the product; the format counts it as one with fewer ratings.
  const isRated = rows.every((counts) => counts.some((count) => count > 0));
  if (!isRated && pairwise.reason !== "no_items")
    return withoutFigures(["meanAgreement", "kappa"], "unequal_ratings");
  const reason = whyNone(fleiss);
  const hasKappa = reason === null || reason === "one_category";
  return { meanAgreement: hasKappa ? pairwise.value : null, kappa: fleiss.value, reason };
}

export const scoreGwet = (input: read.Input) =>
  gwetAc1(packRatings(input, read.readCategories(input.categories, "categories")));

export function scoreCohen(input: read.Input) {
  const rows = [read.readLabels(input.a, "a"), read.readLabels(input.b, "b")];
  const declared =
    input.categories === undefined ? undefined : read.readCategories(input.categories, "categories");
  const [a, b] = numberLabels(rows, declared).raters as [Int8Array, Int8Array];
  return cohenKappaInterval(tabulatePair(a, b), read.readNumber(input.level, "level", 0.95));
}

/** Labels are numbers except at the nominal level, or where the order of other labels is given. */
export function scoreAlpha(input: read.Input) {
  const scale = read.readText(input.level, "level");
  if (scale === "nominal") {
    const { alpha } = agreeOn(packRatings(input));
    return { alpha: alpha.value, reason: whyNone(alpha) };
  }
  const ratings = readRatings(input);
  const order = input.categories ?? input.order;
  if (scale === "ordinal" && order !== undefined)
    return krippendorffAlpha(ratings, scale, read.readCategories(order, "categories"));
  if (scale !== "ordinal" && scale !== "interval") throw new read.MalformedCase(`unknown level ${scale}`);
  const values = ratings.map((row) => row.map((label) => read.nullOr(label, read.readNumeral)));
  return krippendorffAlpha(values, scale);
}

export function scoreAlternative(input: read.Input) {
  const humans = Object.entries(read.readObject(input.humans, "humans"));
  const names = humans.map(([name]) => name);
  const given = [input.model, ...humans.map(([, labels]) => labels)];
  const [model = [], ...people] = readAnnotations(given);
  const settings = {
    epsilon: read.readNumber(input.epsilon, "epsilon", 0.2),
    q: read.readNumber(input.q, "q", 0.05),
    minHumansPerItem: read.readNumber(input.minHumansPerItem, "minHumansPerItem", 2),
    minItemsPerHuman: read.readNumber(input.minItemsPerHuman, "minItemsPerHuman", 30),
    minAnnotators: 0,
  };
  const { annotators, ...found } = testAlternative(input.scoring ?? "accuracy", people, model, settings);
  return { ...found, annotators: annotators.map((person) => names[person]) };
}

type Labels = (string | null)[];

function testAlternative(
  scoring: unknown,
  people: readonly Labels[],
  model: Labels,
  settings: Parameters<typeof altTestOfRatings>[2],
) {
  if (scoring === "neg_rmse") {
    const numbers = (labels: Labels) => labels.map((label) => read.nullOr(label, read.readNumeral));
    return altTestOfRatings(people.map(numbers), numbers(model), settings);
  }
  if (scoring !== "accuracy") throw new read.MalformedCase(`unknown scoring ${String(scoring)}`);
  const { options, raters } = numberLabels([model, ...people]);
  const [packed = new Int8Array(), ...others] = raters;
  return altTest({ ...packChoices(others, packed.length, options), ...settings, model: packed });
}

/** Where labels are given by item, an item is whatever anybody has a label for. */
function readAnnotations(given: readonly unknown[]): Labels[] {
  const byItem = given.filter(
    (labels) => typeof labels === "object" && labels !== null && !Array.isArray(labels),
  );
  const items = [...new Set(byItem.flatMap((labels) => Object.keys(labels as object)))];
  return given.map((labels) => read.readAnnotations(labels, items));
}
