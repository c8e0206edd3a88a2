import type { Facts } from "#lib/reports/facts.ts";
import { formatRunName } from "#lib/reports/words.ts";
import { viewOfCase, choiceOf, insteadOf } from "#lib/study-results/cases/case-answers.ts";
import { getCaseFigures } from "#lib/study-results/cases/case-figures.ts";

export type CaseStudy = {
  number: number;
  track: string;
  key: string;
  /** The passage and its candidates, as plain text. */
  lines: readonly string[];
  options: readonly { name: string; isGold: boolean; people: number }[];
  /** People who answered; and how many of them were right, where that is known. */
  n: number;
  right: number | null;
  models: readonly { name: string; choice: string | null; isRight: boolean | null; instead: string | null }[];
  words: string;
  errorClass: string;
};

/** The cases that somebody of the team wrote an analysis of, with what people and models made of them. */
export function listCaseStudies({ rows, view, record }: Facts): CaseStudy[] {
  if (record.caseStudies.length === 0) return [];
  const figures = new Map(getCaseFigures(rows, viewOfCase(view)).map((one) => [one.index, one]));
  const analyses = new Map(record.caseStudies.map((analysis) => [analysis.studyCaseId, analysis]));
  return rows.cases
    .flatMap((row, index) => {
      const analysis = analyses.get(row.id);
      const found = figures.get(index);
      if (!analysis || !found) return [];
      const { optionNames, gold } = row;
      return {
        track: rows.tracks[row.track]?.name ?? "",
        key: row.key,
        lines: analysis.lines,
        n: found.n,
        right: found.right,
        words: analysis.words,
        errorClass: analysis.errorClass,
        options: optionNames.map((name, i) => ({
          name,
          isGold: i === gold,
          people: found.counts[i] ?? 0,
        })),
        models: rows.runs.map((run) => {
          const choice = choiceOf(run, index);
          return {
            name: formatRunName(run),
            choice: choice === null ? null : (optionNames[choice] ?? null),
            isRight: choice === null || gold === null ? null : choice === gold,
            instead: insteadOf(run, index),
          };
        }),
      };
    })
    .map((study, i) => ({ number: i + 1, ...study }));
}

export type ClassCount = {
  errorClass: string;
  cases: number;
  people: { right: number; n: number };
  models: { right: number; n: number };
};

/** The most frequent class first; cases without one last. */
export function countErrorClasses(studies: readonly CaseStudy[]): ClassCount[] {
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  return [...Map.groupBy(studies, ({ errorClass }) => errorClass)]
    .map(([errorClass, own]) => {
      const answers = own.flatMap(({ models }) => models.flatMap(({ isRight }) => isRight ?? []));
      const known = own.filter(({ right }) => right !== null);
      return {
        errorClass,
        cases: own.length,
        people: { right: sum(known.map(({ right }) => right ?? 0)), n: sum(known.map(({ n }) => n)) },
        models: { right: answers.filter(Boolean).length, n: answers.length },
      };
    })
    .sort(
      (a, b) =>
        Number(a.errorClass === "") - Number(b.errorClass === "") ||
        b.cases - a.cases ||
        (a.errorClass < b.errorClass ? -1 : 1),
    );
}
