import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { getSelection, getPoints } from "#lib/study-results/overview/overview.ts";
import { packSelection, readShared } from "#lib/study-results/overview/packed-selection.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, mayShow, readView, viewKey } from "#lib/study-results/schema.ts";
import { type Selection, listDecided } from "#lib/study-results/rows/selection.ts";
import { differGroups, type GroupDifference } from "#lib/study-results/overview/group-differences.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import {
  findBest,
  type Interval,
  type ModelPoints,
  type PeoplePoints,
} from "#lib/study-results/overview/types.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import { hasJudgedFigures, isStudyBound } from "#lib/study-results/kinds/registry.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";

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

/** By counted case: the group or work that it shares with others, in whatever track; null where none is known. */
const worksOf = ({ rows, cases }: Selection): (string | null)[] =>
  Array.from(cases, (index) => {
    const shared = readShared(rows.cases[index] as CaseRow);
    return shared && JSON.stringify([rows.study.benchmark.id, shared]);
  });

function versionsOf(selection: Selection): Map<string, number> {
  return new Map(
    [...namesOf(selection)].map(([index, name]) => [name, selection.rows.cases[index]?.versionId ?? 0]),
  );
}

/** Why a part that was asked for isn't on the plot. */
export type SkippedPart = {
  rows: StudyRows;
  pick: Pick;
  why:
    | "not_yet"
    | "no_answers"
    | "no_such_kind"
    | "no_right"
    | "study_bound"
    | "no_such_track"
    | "no_such_cohort";
};

export type PartPoints = Part & { people: PeoplePoints; best: ModelPoints | null };
export type PartFigures = PartPoints & { interval: Interval; bestInterval: Interval | null };

export type AcrossDifference = GroupDifference & {
  shared: SharedCases;
  why: "too_few" | "other_kind" | "same_people" | "simulated" | "looking" | null;
};

export type AcrossFigures = {
  parts: readonly PartFigures[];
  differences: readonly AcrossDifference[];
  tests: number;
};

type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The kind whose figures are wanted; null where each study shows its first. */
export const readKind = ({ kind }: SearchParams): KindName | null =>
  kindNames.find((name) => name === kind) ?? null;

/**
 * The parts that can stand on the plot, in the order asked for; those of which something was judged; and those that are
 * neither, with the reason.
 */
export function sortParts(
  picked: readonly { rows: StudyRows; pick: Pick }[],
  asked: SearchParams,
): { parts: PartPoints[]; judged: Part[]; notShown: SkippedPart[] } {
  const parts: PartPoints[] = [];
  const judged: Part[] = [];
  const notShown: SkippedPart[] = [];
  // Which people are looked at is each study's own: made-up ones only where there are no others.
  const { who: _who, cohort: _cohort, ...rest } = asked;
  for (const { rows, pick } of picked) {
    const view = { ...readView(rest, rows), cohort: pick.cohort };
    const why = findReason(rows, view, pick, asked);
    if (why !== null) {
      notShown.push({ rows, pick, why });
      continue;
    }
    if (hasJudgedFigures(rows)) judged.push({ rows, view });
    if (!hasRight(rows)) continue;
    const { people, models } = getPoints(rows, view);
    parts.push({ rows, view, people, best: findBest(models)?.best ?? null });
  }
  return { parts, judged, notShown };
}

function findReason(
  rows: StudyRows,
  view: View,
  { cohort }: Pick,
  asked: SearchParams,
): SkippedPart["why"] | null {
  // Nothing is computed of what may not be seen.
  if (!mayShow(rows.study, view.who)) return "not_yet";
  if (cohort !== null && !rows.cohorts.includes(cohort)) return "no_such_cohort";
  if ((readKind(asked) ?? rows.kind) !== rows.kind) return "no_such_kind";
  if ((asked["track"] || null) !== view.track) return "no_such_track";
  if (!hasRight(rows)) {
    if (!hasJudgedFigures(rows)) return isStudyBound(rows) ? "study_bound" : "no_right";
    return listDecided(rows, view).length === 0 ? "no_answers" : null;
  }
  return getPoints(rows, view).people.n.answers === 0 ? "no_answers" : null;
}

/** Kept with the rows of the first part, for as long as nothing changed in any of them. */
export function getAcross(parts: readonly PartPoints[]): AcrossFigures {
  const [first] = parts;
  if (!first) throw new Error("nothing to compare");
  const key = parts.map(({ rows, view }) => `${rows.stamp} ${viewKey(view)}`).join("|");
  return memoize(first.rows, `across ${key}`, () => compareParts(parts));
}

function compareParts(parts: readonly PartPoints[]): AcrossFigures {
  const shared = countSharedCases(parts);
  const whys = shared.map(({ first, second, samePeople }) => {
    const [one, other] = [parts[first], parts[second]];
    if (!one || !other || samePeople) return "same_people";
    if (one.rows.kind !== other.rows.kind) return "other_kind";
    if (one.view.who !== other.view.who) return "simulated";
    if ([one, other].some(({ rows, view }) => holdsAtEveryLook(rows, view.who))) return "looking";
    return one.people.isClaimable && other.people.isClaimable ? null : "too_few";
  });
  const placeOf = (first: number, second: number) => (second * (second - 1)) / 2 + first;
  const differences = differGroups(
    packParts(parts),
    (first, second) => whys[placeOf(first, second)] === null,
  );
  return {
    // Each alone is what its own study shows, to the last digit.
    parts: parts.map((part) => {
      const { people: interval, models } = getIntervals(part.rows, part.view);
      return { ...part, interval, bestInterval: part.best && (models.get(part.best.runId) ?? null) };
    }),
    differences: differences.map((difference, i) => ({
      ...difference,
      shared: shared[i] as SharedCases,
      why: whys[i] ?? null,
    })),
    tests: differences.filter(({ holm }) => holm !== null).length,
  };
}
