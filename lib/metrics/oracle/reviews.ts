import * as read from "#lib/metrics/oracle/input.ts";
import { accuracyOf, rateOf, type CoverageBand } from "#lib/metrics/review/coverage.ts";
import { filterFigures } from "#lib/metrics/review/counted-shares.ts";
import { agreeInPairs } from "#lib/metrics/review/pair-agreement.ts";
import { finalErrorRate, remainingErrors } from "#lib/metrics/review/remaining-errors.ts";
import { finishIn } from "#lib/metrics/review/throughput.ts";
import { accuracyOfChecks } from "#lib/metrics/review/weighted-accuracy.ts";

const numbers = (input: read.Input, name: string) => read.readNumbers(input[name], name);
const number = (input: read.Input, name: string) => read.readNumber(input[name], name);
/** Truths, which readNumbers makes 0 and 1. */
const flags = (input: read.Input, name: string) => numbers(input, name).map((one) => one === 1);

function readBand(value: unknown, name: string): CoverageBand {
  const band = read.readObject(value, name);
  return { from: number(band, "from"), rateFrom: number(band, "rateFrom"), rateTo: number(band, "rateTo") };
}

function scoreCheckRate(input: read.Input) {
  const by = read.readText(input.by, "by");
  if (by !== "wilson" && by !== "estimate") throw new read.MalformedCase(`unknown way ${by}`);
  const rule = {
    first: number(input, "first"),
    by,
    bands: read.readRows(input.bands, "bands", readBand),
  } as const;
  const checked = { right: number(input, "right"), reviewed: number(input, "reviewed") };
  const accuracy = accuracyOf(rule, checked);
  return { accuracy, ...rateOf(rule, { decided: number(input, "decided"), ...checked }) };
}

function scoreRemaining(input: read.Input) {
  const [annotator, rate] = [numbers(input, "annotator"), numbers(input, "rate")];
  const band = read.readNumbersOrNull(input.band, "band");
  const [checked, wrong] = [flags(input, "checked"), flags(input, "wrong")];
  const missed = input.missed === undefined ? [] : read.readNumbersOrNull(input.missed, "missed");
  const found = remainingErrors(
    annotator.map((one, i) => ({
      annotator: one,
      band: band[i] ?? null,
      rate: rate[i] ?? Number.NaN,
      isChecked: checked[i] === true,
      isWrong: wrong[i] === true,
      isMissed: missed[i] == null ? null : missed[i] === 1,
    })),
  );
  const among = number(input, "among");
  return {
    ...found,
    rate: finalErrorRate(found, among),
    correctedRate: finalErrorRate(found.corrected, among),
  };
}

/** The figures of reviews, by the names that they have in files of cases. */
export const reviewMetrics = {
  check_rate: scoreCheckRate,
  checked_accuracy: (input: read.Input) => {
    const right = flags(input, "right");
    return accuracyOfChecks(numbers(input, "rate").map((rate, i) => ({ rate, isRight: right[i] === true })));
  },
  remaining_errors: scoreRemaining,
  agree_in_pairs: (input: read.Input) => {
    const other = numbers(input, "b");
    const pairs = numbers(input, "a").map((one, i) => [one, other[i] ?? -1] as const);
    return agreeInPairs(pairs, number(input, "answers"));
  },
  filter_figures: (input: read.Input) => {
    const final = flags(input, "final");
    return filterFigures(
      flags(input, "filter").map((filterAccepts, i) => ({ filterAccepts, accepts: final[i] === true })),
    );
  },
  finish_in: (input: read.Input) => finishIn(number(input, "left"), numbers(input, "perDay")),
};
