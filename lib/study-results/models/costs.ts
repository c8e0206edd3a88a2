import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";

/** What a thousand cases take, as far as it was measured on these. */
export type CostRow = {
  /** Null for people. */
  runId: number | null;
  name: { model: string; method: string; version: string } | null;
  /** Answers that were timed, or cases that were asked about. */
  n: number;
  /** Of one case after the other. */
  hours: number | null;
  /** Null where a try came back without a price. */
  money: number | null;
  currency: string | null;
  /** Tries for each case, those that failed included. */
  tries: number | null;
  /** Cases that have no answer after all tries. */
  failed: number;
};

const thousand = 1000;

/** People beside the runs that were made from here; of others nobody measured it. Empty where there is no such run. */
export function listCosts(rows: StudyRows, view: View): CostRow[] {
  const runs = rows.runs.flatMap(({ taken, ...run }) => (taken ? [{ run, taken }] : []));
  if (runs.length === 0) return [];
  return [
    costsOfPeople(rows, view),
    ...runs.map(({ run, taken }): CostRow => {
      const { model, method, version } = run;
      const each = (sum: number) => (thousand * sum) / taken.cases;
      return {
        runId: run.id,
        name: { model, method, version },
        n: taken.cases,
        hours: each(taken.seconds) / 3600,
        money: taken.money === null ? null : each(taken.money),
        currency: taken.currency,
        tries: taken.tries / taken.cases,
        failed: taken.failed,
      };
    }),
  ];
}

function costsOfPeople(rows: StudyRows, view: View): CostRow {
  const times = Array.from(getSelection(rows, view).answers, (i) => rows.answers.activeMs[i] ?? 0).filter(
    (ms) => ms > 0,
  );
  const sum = times.reduce((all, ms) => all + ms, 0);
  const hours = times.length === 0 ? null : (thousand * sum) / times.length / 3_600_000;
  return {
    runId: null,
    name: null,
    n: times.length,
    hours,
    money: null,
    currency: null,
    tries: null,
    failed: 0,
  };
}
