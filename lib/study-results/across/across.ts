import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import { packScores, type CrossedInput } from "#lib/metrics/crossed/input.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { resamples, type View } from "#lib/study-results/schema.ts";
import { placesOf, type Selection } from "#lib/study-results/rows/selection.ts";

/** One study, or one cohort of it. */
export type Pick = { slug: string; cohort: string | null };
export type Part = { rows: StudyRows; view: View };

export type Shared = {
  /** Of the parts. */
  first: number;
  second: number;
  /** Cases that both counted, and how many of them were frozen in another version. */
  cases: number;
  otherVersion: number;
  sameBenchmark: boolean;
  /** One is a part of the other, so that there is nothing to compare. */
  samePeople: boolean;
};

/** So many stand on one plot; each pair of them is a test. */
export const mostPicks = 8;

const picks = z.preprocess(
  (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
  z.array(z.string().max(400).regex(withoutNul)).catch([]),
);

/** "slug", or "slug:cohort": no slug has a colon in it. Asked for twice is asked for once. */
export function readPicks(asked: unknown): Pick[] {
  const once = [...new Set(picks.parse(asked))].slice(0, mostPicks);
  return once.map((written) => {
    const colon = written.indexOf(":");
    if (colon === -1) return { slug: written, cohort: null };
    return { slug: written.slice(0, colon), cohort: written.slice(colon + 1) || null };
  });
}

export const writePick = ({ slug, cohort }: Pick): string => (cohort === null ? slug : `${slug}:${cohort}`);

/**
 * Every part is a group of its own people. A case that several parts of one benchmark have is one case, whichever
 * version of it they froze: it is drawn for all of them or for none. Cases of different benchmarks have nothing in
 * common, so that one pool of all leaves those parts independent.
 */
export function packParts(parts: readonly Part[]): CrossedInput {
  const selections = parts.map(({ rows, view }) => getSelection(rows, view));
  const names = [...new Set(selections.flatMap((selection) => [...namesOf(selection).values()]))].sort();
  const placeOfName = new Map(names.map((name, place) => [name, place]));
  const answers = selections.reduce((sum, selection) => sum + selection.answers.length, 0);
  const person = new Int32Array(answers);
  const caseOf = new Int32Array(answers);
  const right = new Float64Array(answers);
  const groupOf: number[] = [];
  let at = 0;
  selections.forEach((selection, group) => {
    const { rows } = selection;
    const scores = mainScores(rows.answers);
    const places = placesOf(selection.people, rows.people.length);
    const named = namesOf(selection);
    for (const i of selection.answers) {
      person[at] = groupOf.length + (places[rows.answers.person[i] ?? 0] ?? 0);
      caseOf[at] = placeOfName.get(named.get(rows.answers.case[i] ?? 0) ?? "") ?? 0;
      right[at] = scores[i] ?? 0;
      at += 1;
    }
    for (const _ of selection.people) groupOf.push(group);
  });
  return {
    people: groupOf.length,
    groupOf: Int32Array.from(groupOf),
    groups: parts.length,
    cases: names.length,
    answers: { person, case: caseOf, right: packScores(right) },
    models: [],
    b: resamples,
    seed: Math.min(...parts.map(({ rows }) => rows.study.design.sample.seed)),
  };
}

/** What two parts have in common, for each pair in the order of the differences. */
export function countShared(parts: readonly Part[]): Shared[] {
  const selections = parts.map(({ rows, view }) => getSelection(rows, view));
  return selections.flatMap((_, second) =>
    selections.slice(0, second).map((_, first): Shared => {
      const [one, other] = [selections[first], selections[second]].map((side) =>
        versionsOf(side as Selection),
      );
      const shared = [...(one ?? [])].filter(([name]) => other?.has(name));
      return {
        first,
        second,
        cases: shared.length,
        otherVersion: shared.filter(([name, version]) => other?.get(name) !== version).length,
        sameBenchmark: benchmarkOf(parts[first]) === benchmarkOf(parts[second]),
        samePeople: haveSamePeople(parts[first], parts[second]),
      };
    }),
  );
}

function haveSamePeople(one?: Part, other?: Part): boolean {
  if (!one || !other || one.rows.study.id !== other.rows.study.id || one.view.who !== other.view.who)
    return false;
  const [a, b] = [one.view.cohort, other.view.cohort];
  return a === null || b === null || a === b;
}

const benchmarkOf = (part?: Part) => part?.rows.study.benchmark.id;

/** By index of the counted cases: what a case is called whatever its version. */
function namesOf({ rows, cases }: Selection): Map<number, string> {
  return new Map(
    [...cases].map((index) => {
      const row = rows.cases[index];
      return [
        index,
        JSON.stringify([rows.study.benchmark.id, rows.tracks[row?.track ?? 0]?.name ?? "", row?.key ?? ""]),
      ];
    }),
  );
}

function versionsOf(selection: Selection): Map<string, number> {
  return new Map(
    [...namesOf(selection)].map(([index, name]) => [name, selection.rows.cases[index]?.versionId ?? 0]),
  );
}
