import { altTest } from "#lib/metrics/agreement/alt-test.ts";
import { krippendorffAlpha } from "#lib/metrics/agreement/krippendorff-alpha.ts";
import { mcqRewards, type McqChoice } from "#lib/metrics/text/mcq-reward.ts";
import * as read from "#lib/metrics/oracle/input.ts";
import type { Success } from "#lib/metrics/scores/run-statistics.ts";

export function readRunRow(value: unknown) {
  const row = read.readObject(value, "an item");
  const success = read.nullOr(row.success, (given) => read.readNumber(given, "success"));
  return { ...read.readItem(value), success: success as Success };
}

export function readChoice(value: unknown, name: string): McqChoice {
  const text = read.readText(value, name);
  const words = text.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const choice = words.replace(/[-\s]/g, "_");
  if (!Object.hasOwn(mcqRewards, choice)) throw new read.MalformedCase(`unknown choice ${text}`);
  return choice as McqChoice;
}

/** Labels are numbers except at the nominal level, or where the order of other labels is given. */
export function scoreAlpha(input: read.Input) {
  const scale = read.readText(input.level, "level");
  const ratings = read.readRows(input.ratings, "ratings", read.readLabels);
  if (scale === "nominal") return krippendorffAlpha(ratings, scale);
  const order = input.categories ?? input.order;
  if (scale === "ordinal" && order !== undefined)
    return krippendorffAlpha(ratings, scale, read.readCategories(order, "categories"));
  if (scale !== "ordinal" && scale !== "interval") throw new read.MalformedCase(`unknown level ${scale}`);
  const values = ratings.map((row) => row.map((label) => read.nullOr(label, read.readNumeral)));
  return krippendorffAlpha(values, scale);
}

export function scoreAlternative(input: read.Input) {
  const humans = Object.entries(read.readObject(input.humans, "humans"));
  const method = input.scoring ?? "accuracy";
  if (method !== "accuracy" && method !== "neg_rmse")
    throw new read.MalformedCase(`unknown scoring ${method}`);
  const named = [input.model, ...humans.map(([, labels]) => labels)].filter(
    (labels) => typeof labels === "object" && labels !== null && !Array.isArray(labels),
  );
  const keys = [...new Set(named.flatMap((labels) => Object.keys(labels as object)))];
  const annotations = (value: unknown) => read.readAnnotations(value, keys, method === "neg_rmse");
  return altTest({
    humans: Object.fromEntries(humans.map(([name, value]) => [name, annotations(value)])),
    model: annotations(input.model),
    scoring: method,
    epsilon: read.readNumber(input.epsilon, "epsilon", 0.2),
    q: read.readNumber(input.q, "q", 0.05),
    minHumansPerItem: read.readNumber(input.minHumansPerItem, "minHumansPerItem", 2),
    minItemsPerHuman: read.readNumber(input.minItemsPerHuman, "minItemsPerHuman", 30),
  });
}
