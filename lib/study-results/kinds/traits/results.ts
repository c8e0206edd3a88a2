import { z } from "zod";
import { listCasesInView, listDecided } from "#lib/study-results/rows/selection.ts";
import type { CaseRow, StudyRows, RunRow } from "#lib/study-results/rows/rows.ts";
import { type View, viewKey } from "#lib/study-results/schema.ts";
import { decodeLevels, tied } from "#lib/task-kinds/traits/decoded.ts";
import { compareMethods } from "#lib/metrics/grouped/method-differences.ts";
import {
  similarityByRater,
  similarityOfPeople,
  type PersonProfiles,
} from "#lib/metrics/scores/trait-levels.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { profileOf } from "#lib/task-kinds/traits/server-kind.ts";
import { krippendorffAlpha } from "#lib/metrics/agreement/krippendorff-alpha.ts";
import { traitNames } from "#lib/task-kinds/traits/profile.ts";
import { count, difference, figure, reason, share } from "#lib/study-results/figure-schemas.ts";

// What the document of results says of traits, for programs: unrounded, and a reason in place of what isn't there.

const origin = z.object({ method: z.string().nullable(), model: z.string().nullable() });
const similarity = z.object({
  mean: share,
  low: share,
  high: share,
  reason,
  n: count.describe("People whom cases are about, both of whose sides were judged"),
  ties: count.describe("Levels that are neutral because raters or runs were tied"),
  levels: count,
});

export const traitResults = z
  .object({
    origins: z
      .array(
        origin.extend({
          people: similarity.extend({ answers: count, raters: count, cases: count }),
          isClaimable: z
            .boolean()
            .describe("Whether there are enough answers, raters and cases for a mean to be told"),
          judges: z
            .array(
              similarity.extend({
                runId: z.int(),
                model: z.string(),
                method: z.string(),
                version: z.string(),
              }),
            )
            .describe("Over the same cases"),
          unanswered: count.describe("Pairs of which people have judged one side alone, or neither"),
        }),
      )
      .describe("1 − Σ|reference − generated| / 10 (low 1, neutral 2, high 3), meant over people"),
    comparisons: z
      .array(difference.extend({ first: origin, second: origin }))
      .describe("Groups are the people whom cases are about; Holm’s adjustment is over all pairs"),
    alone: count.describe("Cases without another side"),
    several: count.describe("Cases of which it can’t be said which side is meant"),
    agreement: z
      .array(
        z.object({
          trait: z.enum(traitNames),
          counts: z.array(count).describe("Low, neutral, high"),
          answers: count,
          raters: count,
          cases: count,
          alpha: figure,
          reason,
        }),
      )
      .describe("Krippendorff’s alpha of ordered levels"),
  })
  .describe("Of studies of traits: how alike two sides of a person are");
export type TraitResults = z.output<typeof traitResults>;
type OriginOf = TraitResults["origins"][number];

/** Who wrote what is held against the person's own answers; null where the benchmark doesn't say. */
export type Origin = z.output<typeof origin>;
/** The two sides of one person, by their places among the study's cases. */
type SidePair = { group: string; origin: Origin; reference: number; generated: number };
type Pairs = {
  pairs: readonly SidePair[];
  /** Cases that belong to no pair: no side or group is said, or the other side isn't in the study. */
  alone: number;
  /** Cases of people with several references, or with several cases of one origin: it can't be said which is meant. */
  several: number;
};

type SidedCase = Pick<CaseRow, "track" | "group" | "attributes">;
type CaseOnSide = { row: SidedCase; at: number };
const sideOf = ({ row }: CaseOnSide) => row.attributes?.["side"];

/** The cases at these places, paired by person. */
export function pairSides(cases: readonly SidedCase[], places: readonly number[]): Pairs {
  const placed = places.flatMap((at) => {
    const row = cases[at];
    return row ? [{ row, at }] : [];
  });
  const groups = Map.groupBy(placed, ({ row }) =>
    row.group == null ? null : JSON.stringify([row.track, row.group]),
  );
  const origins = new Map<string, Origin>();
  const found: SidePair[] = [];
  let several = 0;
  for (const [group, own] of groups) {
    const references = own.filter((one) => sideOf(one) === "reference");
    const generated = own.filter((one) => sideOf(one) === "generated");
    const [reference] = references;
    if (group === null || !reference || generated.length === 0) continue;
    const byOrigin = Map.groupBy(generated, originKey);
    const twice = [...byOrigin.values()].filter((same) => same.length > 1).flat().length;
    several += references.length > 1 ? references.length + generated.length : twice;
    if (references.length > 1) continue;
    for (const [key, [one, other]] of byOrigin)
      if (one && !other)
        found.push({ group, origin: known(origins, key, one), reference: reference.at, generated: one.at });
  }
  const paired = new Set(found.flatMap(({ reference, generated }) => [reference, generated]));
  return { pairs: found, several, alone: placed.length - paired.size - several };
}

const originOf = ({ row: { attributes } }: CaseOnSide): Origin => ({
  method: attributes?.["method"] ?? null,
  model: attributes?.["model"] ?? null,
});
const originKey = (one: CaseOnSide): string => JSON.stringify(Object.values(originOf(one)));

/** The same object for the same origin. */
function known(origins: Map<string, Origin>, key: string, one: CaseOnSide): Origin {
  const origin = origins.get(key) ?? originOf(one);
  origins.set(key, origin);
  return origin;
}

/** The five levels that one person gave a case. */
type PersonProfile = { person: number; levels: readonly number[] };
type ReadProfiles = {
  /** By the place of the case: of everybody whom the view counts. */
  byCase: readonly (readonly PersonProfile[])[];
  /** What a judge found, its runs made one already; nothing where it gave no answer. */
  ofRun: (run: RunRow, at: number) => readonly (readonly number[])[];
};

function readProfiles(rows: StudyRows, view: View): ReadProfiles {
  const { case: caseOf, person, choice } = rows.answers;
  const byCase: PersonProfile[][] = rows.cases.map(() => []);
  for (const i of listDecided(rows, view)) {
    const levels = decodeLevels(choice[i] ?? -1);
    if (levels) byCase[caseOf[i] ?? 0]?.push({ person: person[i] ?? 0, levels });
  }
  return {
    byCase,
    ofRun({ predictions }, at) {
      const levels = decodeLevels(predictions.choice[at] ?? -1);
      return levels ? [levels] : [];
    },
  };
}

/**
 * How alike the two sides of a person are, for each method and model that wrote the other one: the mean over people whom cases
 * are about.
 */
export const getTraits = (rows: StudyRows, view: View): TraitResults =>
  memoize(rows, `traits ${viewKey(view)}`, () => {
    const found = readProfiles(rows, view);
    const { pairs, alone, several } = pairSides(rows.cases, listCasesInView(rows, view));
    const judges = rows.runs.filter(({ predictions }) => predictions.choice.some((code) => code >= 0));
    const origins = [...Map.groupBy(pairs, (pair) => pair.origin)];
    return withhold(rows, view.who, {
      origins: origins.map(([of, own]) => computeOrigin(of, own, found, judges)),
      alone,
      several,
      comparisons: compareOrigins(origins, found),
      agreement: computeAgreement(found),
    });
  });

const isAnswered =
  ({ byCase }: ReadProfiles) =>
  ({ reference, generated }: SidePair) =>
    byCase[reference]?.length && byCase[generated]?.length;

function computeOrigin(
  of: Origin,
  pairs: readonly SidePair[],
  found: ReadProfiles,
  judges: readonly RunRow[],
): OriginOf {
  const answered = pairs.filter(isAnswered(found));
  const cases = [...new Set(answered.flatMap(({ reference, generated }) => [reference, generated]))];
  const answers = cases.flatMap((at) => found.byCase[at] ?? []);
  const n = {
    answers: answers.length,
    raters: new Set(answers.map(({ person }) => person)).size,
    cases: cases.length,
  };
  return {
    ...of,
    isClaimable: hasEnoughData({ answers: n.answers, people: n.raters, cases: n.cases }),
    unanswered: pairs.length - answered.length,
    people: { ...measure(answered, (at) => found.byCase[at] ?? []), ...n },
    judges: judges.map((run) => ({
      ...measure(answered, (at) => found.ofRun(run, at).map((levels) => ({ levels }))),
      runId: run.id,
      model: run.model,
      method: run.method,
      version: run.version,
    })),
  };
}

/** What was found of a case, and by which person; a judge's runs are by nobody. */
export type ProfilesOf = (at: number) => readonly { person?: number; levels: readonly number[] }[];

export const listSides = (pairs: readonly SidePair[], foundOf: ProfilesOf): PersonProfiles[] => {
  const profiles = (at: number) =>
    foundOf(at).map(({ person, levels }) => ({
      ...profileOf(levels),
      ...(person !== undefined && { by: person }),
    }));
  return pairs.map(({ reference, generated }) => ({
    reference: profiles(reference),
    generated: profiles(generated),
  }));
};

function measure(pairs: readonly SidePair[], foundOf: ProfilesOf): z.output<typeof similarity> {
  const judged = pairs.filter(
    ({ reference, generated }) => foundOf(reference).length > 0 && foundOf(generated).length > 0,
  );
  const { similarity: found, ties, levels } = similarityOfPeople(listSides(judged, foundOf));
  const { mean, low, high, n } = found;
  const tiedRuns = judged.flatMap(({ reference, generated }) =>
    [...foundOf(reference), ...foundOf(generated)].map((one) => one.levels),
  );
  // Levels that are neutral because the runs of a judge were tied.
  const tiedLevels = tiedRuns.flat().filter((level) => level === tied).length;
  return { mean, low, high, reason: found.reason, n, ties: ties + tiedLevels, levels };
}

/** Each person counts once: two methods are compared over those of whom both have written. */
function compareOrigins(
  origins: readonly (readonly [Origin, readonly SidePair[]])[],
  found: ReadProfiles,
): TraitResults["comparisons"] {
  const groups = [...new Set(origins.flatMap(([, pairs]) => pairs.map(({ group }) => group)))];
  const placeOf = new Map(groups.map((group, place) => [group, place]));
  const byOrigin = origins.map(([, pairs]) => {
    const answered = pairs.filter(isAnswered(found));
    const places = answered.map(({ group }) => placeOf.get(group) as number);
    const values = similarityByRater(listSides(answered, (at) => found.byCase[at] ?? []));
    return { ...values, group: values.group.map((at) => places[at] as number) };
  });
  return compareMethods(byOrigin).flatMap(({ first, second, ...tested }) => {
    const [a, b] = [origins[first]?.[0], origins[second]?.[0]];
    return a && b ? [{ first: a, second: b, ...tested }] : [];
  });
}

/** How far those who judged the same answers agree on each trait. */
function computeAgreement({ byCase }: ReadProfiles): TraitResults["agreement"] {
  const judged = byCase.filter((found) => found.length > 0);
  const people = [...new Set(judged.flatMap((found) => found.map(({ person }) => person)))];
  const placeOf = new Map(people.map((person, place) => [person, place]));
  return traitNames.map((trait, at) => {
    const ratings = people.map(() => new Array<number | null>(judged.length).fill(null));
    const counts = [0, 0, 0];
    for (const [item, found] of judged.entries())
      for (const { person, levels } of found) {
        const [row, level = 0] = [ratings[placeOf.get(person) ?? 0], levels[at]];
        if (row) row[item] = level;
        counts[level] = (counts[level] ?? 0) + 1;
      }
    return {
      trait,
      answers: counts.reduce((sum, one) => sum + one, 0),
      raters: people.length,
      cases: judged.length,
      ...krippendorffAlpha(ratings, "ordinal"),
      counts,
    };
  });
}
