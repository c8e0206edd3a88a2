import { prepareStudies } from "#bench/support/coverage/drawn-studies.ts";
import { holds, pointsFigure, shareFigure, widthOf } from "#bench/support/coverage/shares.ts";
import type { Figure } from "#bench/support/figure.ts";
import { keepAnswers } from "#lib/metrics/two-way/input.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { weightedInterval } from "#lib/metrics/two-way/weighted.ts";

const SEED = 1187;
const sample = { design: "same" as const, people: 20, casesPerPerson: 50, works: 10 };
/** Selected, unsure and control cases, and what each kind is of the benchmark. */
const kinds = { sizes: [20, 10, 20], shares: [0.15, 0.25, 0.6] };
const both = [30, 20];

/** By case, the stratum it lies in: works reach across all of them. */
const stratify = (sizes: readonly number[]): Int32Array =>
  Int32Array.from(sizes.flatMap((size, stratum) => Array<number>(size).fill(stratum)));

/** Works that reach across kinds of cases: weighted back to a benchmark, and all kinds together. */
export const measureStrata = (studies: number): Figure[] =>
  [0.7, 1.2].flatMap((workSpread) =>
    [0.6, 0.9].flatMap((accuracy) => {
      const what = `20/10/20 cases of 10 works, which differ by ${workSpread}, ${Math.round(100 * accuracy)} %`;
      return [{ what, value: studies, unit: "studies" }, ...measure({ workSpread, accuracy }, studies)];
    }),
  );

function measure(differs: { workSpread: number; accuracy: number }, studies: number): Figure[] {
  const { accuracy } = differs;
  const draw = prepareStudies({ ...sample, ...differs }, [], SEED);
  const [ofKinds, ofBoth] = [stratify(kinds.sizes), stratify(both)];
  const sums = { whole: 0, wholeWidth: 0, both: 0, bothWidth: 0 };
  for (let stream = 0; stream < studies; stream++) {
    const { input } = draw(stream);
    const parts = kinds.shares.flatMap((share, stratum) => {
      const mean = twoWayMean(keepAnswers(input, (i) => ofKinds[input.case[i] as number] === stratum));
      return mean ? [{ share, mean }] : [];
    });
    const whole = weightedInterval(parts);
    const together = twoWayMean({ ...input, stratumOf: ofBoth });
    if (!together) continue;
    const pooled = peopleInterval(together);
    sums.wholeWidth += widthOf(whole);
    sums.bothWidth += widthOf(pooled);
    if (holds(whole, accuracy)) sums.whole += 1;
    if (holds(pooled, accuracy)) sums.both += 1;
  }
  return [
    shareFigure("people’s interval over the whole benchmark holds the truth", sums.whole, studies, {
      least: 93,
    }),
    pointsFigure("  its mean width", sums.wholeWidth, studies),
    shareFigure("over two kinds together it holds the truth", sums.both, studies, { least: 93 }),
    pointsFigure("  its mean width", sums.bothWidth, studies),
  ];
}
