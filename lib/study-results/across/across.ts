import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection } from "#lib/study-results/overview/packed-selection.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";

/** One study, or one cohort of it. */
export type Pick = { slug: string; cohort: string | null };
export type Part = { rows: StudyRows; view: View };

export type SharedCases = {
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
export const maxPicks = 8;

const picks = z.preprocess(
  (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
  z.array(z.string().max(400).regex(withoutNul)).catch([]),
);

/** "slug", or "slug:cohort": no slug has a colon in it. Asked for twice is asked for once. */
export function readPicks(asked: unknown): Pick[] {
  const once = [...new Set(picks.parse(asked))].slice(0, maxPicks);
  return once.map((written) => {
    const colon = written.indexOf(":");
    if (colon === -1) return { slug: written, cohort: null };
    return { slug: written.slice(0, colon), cohort: written.slice(colon + 1) || null };
  });
}

export const writePick = ({ slug, cohort }: Pick): string => (cohort === null ? slug : `${slug}:${cohort}`);

/**
 * A case that several parts of one benchmark have is one case, whichever version of it they froze, and so is a work. Cases of
 * different benchmarks have nothing in common.
 */
export function packParts(parts: readonly Part[]): TwoWayInput[] {
  const selections = parts.map(({ rows, view }) => getSelection(rows, view));
  const names = [...new Set(selections.flatMap((selection) => [...namesOf(selection).values()]))].sort();
  const placeOfName = new Map(names.map((name, place) => [name, place]));
  const placeOfWork = new Map<string, number>();
  return selections.map((selection) => {
    const input = packSelection(selection);
    const placeOf = [...namesOf(selection).values()].map((name) => placeOfName.get(name) as number);
    const spread = (values: Int32Array): Int32Array => {
      const wide = new Int32Array(names.length);
      placeOf.forEach((place, at) => (wide[place] = values[at] as number));
      return wide;
    };
    const clusters = worksOf(selection).map((work, at) => {
      const place = placeOf[at] as number;
      if (work === null) return place;
      if (!placeOfWork.has(work)) placeOfWork.set(work, place);
      return placeOfWork.get(work) as number;
    });
    return {
      ...input,
      cases: names.length,
      case: input.case.map((at) => placeOf[at] as number),
      stratumOf: spread(input.stratumOf as Int32Array),
      clusterOf: spread(Int32Array.from(clusters)),
    };
  });
}

/** What two parts have in common, for each pair in the order of the differences. */
export function countSharedCases(parts: readonly Part[]): SharedCases[] {
  const selections = parts.map(({ rows, view }) => getSelection(rows, view));
  return selections.flatMap((_, second) =>
    selections.slice(0, second).map((_, first): SharedCases => {
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

/** By counted case: the work that it shares with others, null where none is known. A work lies in one part of the cases alone. */
const worksOf = ({ rows, cases }: Selection): (string | null)[] =>
  Array.from(cases, (index) => {
    const { track = 0, stratum, source = null } = rows.cases[index] ?? {};
    const work = [rows.study.benchmark.id, rows.tracks[track]?.name, stratum, source];
    return source === null ? null : JSON.stringify(work);
  });

function versionsOf(selection: Selection): Map<string, number> {
  return new Map(
    [...namesOf(selection)].map(([index, name]) => [name, selection.rows.cases[index]?.versionId ?? 0]),
  );
}
