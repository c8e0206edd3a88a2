import { quantileOfSorted } from "#lib/metrics/crossed/resampled-figure.ts";
import { groupedShare } from "#lib/metrics/grouped/grouped-mean.ts";
import { countOf, figureOf, defineTable, measureParts } from "#lib/results/table.ts";
import { numberGroups } from "#lib/study-results/kinds/origins.ts";
import { listDecided } from "#lib/study-results/rows/selection.ts";

// Whoever was faster hardly read the case.
const fastMs = 2000;

export const pace = defineTable({
  name: "pace",
  words: {
    en: {
      title: "Time taken for an answer",
      about:
        "Active time on a case, where the device measured it. The interval treats people and cases as samples.",
      columns: { answers: "Answers", median: "Median, seconds", fast: "Under 2 seconds, %" },
    },
    "zh-CN": {
      title: "作答用时",
      about: "在一道题上的有效用时，只含设备测得的作答。区间把参与者和题目都视为样本。",
      columns: { answers: "作答", median: "中位数，秒", fast: "不到 2 秒，%" },
    },
  },
  columns: {
    answers: { kind: "count" },
    median: { kind: "number", digits: 1, csv: ["median_seconds"] },
    fast: { kind: "share", csv: ["under_2_seconds", "low", "high"] },
  },
  drawn: "fast",
  measure: (rows, view) =>
    measureParts(rows, view, (of) => {
      const { activeMs, case: caseOf, person } = rows.answers;
      const timed = listDecided(rows, of).filter((at) => (activeMs[at] ?? 0) > 0);
      if (timed.length === 0) return null;
      const ms = Float64Array.from(timed, (at) => activeMs[at] ?? 0).sort();
      const cases = timed.map((at) => caseOf[at] ?? 0);
      const rater = Int32Array.from(timed, (at) => person[at] ?? 0);
      const { mean, ...interval } = groupedShare({
        value: Float64Array.from(timed, (at) => Number((activeMs[at] ?? 0) < fastMs)),
        group: numberGroups(rows, cases).groupOf,
        rater,
      });
      const restsOn = { answers: timed.length, people: new Set(rater).size, cases: new Set(cases).size };
      return {
        answers: countOf(timed.length),
        median: figureOf(quantileOfSorted(ms, 0.5) / 1000, { restsOn }),
        fast: figureOf(mean, { restsOn, interval, isOfOneLook: true }),
      };
    }),
});
