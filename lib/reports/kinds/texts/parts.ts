import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { nameRun, t, wordReason, writeShare } from "#lib/reports/words.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import type { Answered } from "#lib/study-results/kinds/texts/mcq.ts";

/** A figure as a table prints it, with what it is called where it has to be explained. */
export type Told = { name: string; value: GroupedMean; isTold: boolean };

export const numeric = (label: string) => ({ label, numeric: true });
export const plain = (label: string) => ({ label, numeric: false });

export const nameAnswered = ({ view }: Facts, { run, people }: Answered): string =>
  run === null ? t("typedOptions.tables.people", { who: view.who, people }) : nameRun(run);

export const idOf = ({ run }: Answered): string => (run === null ? "people" : String(run.id));

export const writeTold = ({ value, isTold }: Told, write = writeShare): string =>
  value.n === 0 ? "–" : isTold ? write(value.mean, value) : t("typedOptions.tables.tooFew");

/** What a table leaves out, and why: the answers are too few, or there is no such figure. */
export function explainTold(told: readonly Told[]): string[] {
  const isUndefined = ({ value, isTold }: Told) => value.reason !== null && (isTold || value.n === 0);
  const undefinedOnes = Map.groupBy(told.filter(isUndefined), ({ value }) => value.reason);
  return [
    ...(told.some(({ value, isTold }) => value.n > 0 && !isTold)
      ? [t("typedOptions.tables.few", minForClaim)]
      : []),
    ...Array.from(undefinedOnes, ([reason, ones]) =>
      t("typedOptions.tables.undefined", {
        what: reason === "no_items" ? "figure" : "interval",
        reason: wordReason(reason),
        names: ones.map(({ name }) => name).join("; "),
      }),
    ),
  ];
}

export const csvHead = (...own: string[]): string[] => [
  "answers_of",
  "answered_by",
  "model",
  "method",
  "version",
  "people",
  "too_few",
  ...own,
  "answers",
  "groups",
  "mean",
  "low",
  "high",
  "reason",
];

export const csvRow = (
  { view }: Facts,
  { run, people }: Answered,
  { value, isTold }: Told,
  ...own: CsvCell[]
): CsvCell[] => [
  view.who,
  run === null ? "people" : "model",
  run?.model ?? null,
  run?.method ?? null,
  run?.version ?? null,
  run === null ? people : null,
  Number(!isTold),
  ...own,
  value.n,
  value.groups,
  value.mean,
  value.low,
  value.high,
  value.reason,
];
