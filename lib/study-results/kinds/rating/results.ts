import { z } from "zod";
import {
  bounded,
  count,
  difference,
  figure,
  grouped,
  reason,
  share,
} from "#lib/study-results/figure-schemas.ts";
import { type GroupedMean, groupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { overlapVariants } from "#lib/metrics/text/overlap.ts";
import {
  minItems,
  falseDiscovery,
  leastAnnotators,
  readEpsilon,
} from "#lib/study-results/agreement/alternative.ts";
import type { StudyRows, CaseRow } from "#lib/study-results/rows/rows.ts";
import { type View, viewKey } from "#lib/study-results/schema.ts";
import { only } from "#lib/study-results/kinds/judged/only.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { weighAlike } from "#lib/metrics/grouped/parts.ts";
import { withhold } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { hasOthersRatings, repeatForOrigins } from "#lib/study-results/rows/rated-once.ts";
import { listDecided } from "#lib/study-results/rows/selection.ts";
import { numberGroups, numberOrigins, type Origin } from "#lib/study-results/kinds/origins.ts";
import { listJudges, type Judge } from "#lib/study-results/kinds/rating/judges.ts";
import { resolveScale, type ScaleInput } from "#lib/task-kinds/scale.ts";
import {
  computeRatedOrigins,
  type RatedOrigins,
  type RatedOriginsInput,
} from "#lib/metrics/ratings/rated-origins.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { runInThread } from "#lib/study-results/resampling/threads.ts";

// What the document of results says of ratings, for programs: unrounded, and a reason in place of what isn't there.

const counted = z.object({ ratings: count, raters: count, cases: count, groups: count });

const judge = z.object({
  runId: z.int().nullable().describe("Null for a measure by the product itself"),
  model: z.string(),
  method: z.string(),
  version: z.string(),
  kind: z
    .enum(["rating", "score", "bleu4", "rougeL"])
    .describe(
      "Points of the scale, numbers of its own, or a measure of judged and reference text by the product itself",
    ),
  context: z.string().nullable().describe("What it had before it, by its parity record; null if not stated"),
  range: z.tuple([z.number(), z.number()]).describe("Where its numbers can lie"),
  byCase: z
    .object({ n: count, spearman: bounded, kendall: bounded })
    .describe("Against people’s mean ratings, over cases that both rated"),
  overOrigins: z.object({ n: count, rho: figure, tau: figure, reason }),
  kappa: bounded
    .extend({ pairs: count, cases: count })
    .nullable()
    .describe("Quadratic kappa against one person at a time; null for what doesn’t rate on the scale"),
  alternativeAnnotator: z
    .object({
      omega: share,
      rho: share,
      passes: z.boolean().nullable(),
      annotators: count,
      cases: count,
      reason,
    })
    .nullable()
    .describe(
      "By the negative root mean square error from the others; null for what doesn’t rate on the scale",
    ),
});

const origin = z.object({
  values: z.array(z.string().nullable()).describe("Of each attribute in “by”; null where a case lacks it"),
  n: counted,
  points: z.array(count).describe("How often each point was given, from 1 up"),
  isClaimable: z
    .boolean()
    .describe("Whether there are enough ratings, raters and cases for a mean to be told"),
  people: grouped.extend({ raters: count }),
  corrected: grouped.nullable().describe("Without the raters’ severity; its interval is over groups alone"),
  judges: z.array(grouped).describe("In the order of the judges, over the cases that people rated"),
});

const ratedPart = z.object({
  track: z.string(),
  scale: z.string(),
  points: count,
  n: counted,
  ratedForOthers: count
    .optional()
    .describe("Cases that have the ratings of another with the same text: they count in their origin alone"),
  people: grouped.extend({ raters: count }),
  judges: z.array(judge),
  origins: z.array(origin),
  raters: z.object({
    severity: z
      .array(z.object({ n: count, effect: figure, low: figure, high: figure }))
      .nullable()
      .describe("By how much each rates higher than the mean rater, the mildest first; under no number"),
    severityReason: reason,
    residual: figure,
    icc: z.object({
      icc21: figure,
      icc21Low: figure,
      icc21High: figure,
      icc2k: figure,
      icc2kLow: figure,
      icc2kHigh: figure,
      cases: count.describe("That all raters rated, on which it rests"),
      reason,
    }),
    kappa: bounded
      .extend({ pairs: count, cases: count })
      .describe("Quadratic, of one person against another"),
  }),
  comparisons: z
    .array(difference.extend({ first: count.describe("Place among the origins, from 0"), second: count }))
    .nullable()
    .describe("Holm’s adjustment is over all pairs of the track; null where there are too many origins"),
});

export const ratingResults = z
  .object({
    by: z.array(z.string()).describe("The attributes of cases that origins are told apart by"),
    overlap: z.object({ bleu4: z.string(), rougeL: z.string(), tokens: z.string() }).describe("Variants"),
    parts: z
      .array(ratedPart.nullable())
      .describe("Each track on each scale; null where the attributes make too many origins"),
  })
  .describe("Of studies of ratings: means by origin, judges against people, raters");
type RatingResults = z.output<typeof ratingResults>;
export type RatedPart = z.output<typeof ratedPart>;

/** The same figures as on the screen, for programs and for the report. */
export const renderRatings = async (
  rows: StudyRows,
  view: View,
  by: readonly string[],
): Promise<RatingResults> => ({
  by: [...by],
  overlap: { ...overlapVariants },
  parts: (await getOrigins(rows, view, by)).map((part) => part && renderPart(part)),
});

const withRaters = (mean: GroupedMean) => ({ ...mean, raters: mean.raters ?? 0 });

export function renderPart(part: OriginPart): RatedPart {
  const { input, figures, people, cases } = part;
  const { severity, uncorrected } = figures.raters;
  const written = only(ratedPart, {
    ...part,
    points: input.scale[1],
    ...(cases.length > part.once && { ratedForOthers: cases.length - part.once }),
    n: {
      ratings: figures.all.people.n,
      raters: people.length,
      cases: part.once,
      groups: input.byOrigin.groups,
    },
    people: withRaters(figures.all.people),
    judges: part.judges.flatMap((judge, at) => writeJudge(part, judge, at) ?? []),
    origins: figures.table.origins.map((row, at) => {
      const { answers = 0, people: raters = 0, cases: rated = 0, groups = 0 } = part.counts[at] ?? {};
      return {
        ...row,
        values: part.origins[at] ?? [],
        n: { ratings: answers, raters, cases: rated, groups },
        points: part.counts[at]?.points ?? [],
        isClaimable: part.counts[at]?.isClaimable ?? false,
        people: withRaters(row.people),
      };
    }),
    raters: {
      ...figures.raters,
      // Under no number: an effect beside a person's number would say who is strict.
      severity: severity?.toSorted((a, b) => (b.effect ?? -Infinity) - (a.effect ?? -Infinity)) ?? null,
      severityReason: uncorrected,
    },
    comparisons: null,
  });
  return { ...written, comparisons: figures.comparisons?.map((pair) => ({ ...pair })) ?? null };
}

function writeJudge({ figures, input }: OriginPart, { kind, run }: OriginPart["judges"][number], at: number) {
  const [found, given] = [figures.judges[at], input.judges[at]];
  if (!found || !given) return null;
  const { replaces } = found;
  return {
    ...found,
    runId: run?.id ?? null,
    model: run?.model ?? kind,
    method: run?.method ?? "",
    version: run?.version ?? "",
    kind,
    context: run?.context || null,
    range: [given.range[0], given.range[1]] as [number, number],
    alternativeAnnotator: replaces && {
      ...replaces,
      omega: replaces.winningRate,
      rho: replaces.advantageProbability,
      annotators: [...replaces.casesOf].filter((count) => count >= minItems).length,
    },
  };
}

/** Ratings on one scale, of one track or of all that have it. */
export type ScalePart = {
  scale: string;
  /** Null for all tracks with the scale. */
  track: string | null;
  /** How often each point was given, the first of them 1. */
  counts: readonly number[];
  n: number;
  people: number;
  cases: number;
  /** What the interval is over: a case without a group is its own. */
  groups: number;
  mean: number | null;
  low: number | null;
  high: number | null;
  /** Why there is no interval. */
  reason: UndefinedReason | null;
};

export const scaleOf = ({ noted }: Pick<CaseRow, "noted">): string => resolveScale(noted as ScaleInput).name;

/** Counted ratings on one scale in one track, as places among the answers of the rows. */
type RatedAnswers = { scale: string; track: string; answers: readonly number[] };

export function listRated(rows: StudyRows, view: View): readonly RatedAnswers[] {
  // Once a case: there are many more answers.
  const keys = rows.cases.map((row) => JSON.stringify([scaleOf(row), row.track]));
  const keyOf = (i: number) => keys[rows.answers.case[i] as number] as string;
  return [...Map.groupBy(listDecided(rows, view), keyOf)]
    .map(([key, answers]) => ({ key: JSON.parse(key) as [string, number], answers }))
    .sort((a, b) => a.key[1] - b.key[1])
    .map(({ key: [scale, track], answers }) => ({ scale, track: rows.tracks[track]?.name ?? "", answers }));
}

/** How cases were rated, scale by scale: what lies on different scales is never put together. */
export function computeRatings(rows: StudyRows, view: View): readonly ScalePart[] {
  return memoize(rows, `ratings ${viewKey(view)}`, () =>
    [...Map.groupBy(listRated(rows, view), ({ scale }) => scale)].flatMap(([scale, tracks]) => {
      const each = tracks.map(({ track, answers }) => computePart(rows, { scale, track }, answers));
      const all = tracks.flatMap(({ answers }) => answers);
      return withhold(
        rows,
        view.who,
        tracks.length > 1 ? [computePart(rows, { scale, track: null }, all), ...each] : each,
      );
    }),
  );
}

function computePart(
  rows: StudyRows,
  of: Pick<ScalePart, "scale" | "track">,
  answers: readonly number[],
): ScalePart {
  const { person, case: caseOf, choice } = rows.answers;
  const [first = 0] = answers;
  const points = rows.cases[caseOf[first] as number]?.optionNames.length ?? 0;
  const counts = Array.from({ length: points }, () => 0);
  for (const i of answers) counts[choice[i] as number] = (counts[choice[i] as number] ?? 0) + 1;
  const cases = [...new Set(answers.map((i) => caseOf[i] as number))].sort((a, b) => a - b);
  const placeOf = new Map(cases.map((index, place) => [index, place]));
  const { groupOf } = numberGroups(rows, cases);
  const caseAt = Int32Array.from(answers, (i) => placeOf.get(caseOf[i] as number) as number);
  const found = groupedMean(
    {
      value: Float64Array.from(answers, (i) => (choice[i] as number) + 1),
      group: caseAt.map((at) => groupOf[at] as number),
      // Each case counts once, however many rated it.
      weight: weighAlike(caseAt),
      rater: Int32Array.from(answers, (i) => person[i] as number),
      stratum: Int32Array.from(answers, (i) => rows.cases[caseOf[i] as number]?.track ?? 0),
    },
    [1, points],
  );
  const { mean, low, high, reason, n, groups } = found;
  return {
    ...of,
    counts,
    n,
    people: found.raters ?? 0,
    cases: cases.length,
    groups,
    mean,
    low,
    high,
    reason,
  };
}

type OriginCounts = {
  answers: number;
  people: number;
  cases: number;
  groups: number;
  /** How often each point was given. */
  points: readonly number[];
  isClaimable: boolean;
};

export type OriginPart = PackedPart & {
  track: string;
  scale: string;
  figures: RatedOrigins;
  counts: readonly OriginCounts[];
};

/** More are a list of cases, and no table of where they come from. */
export const maxOrigins = 200;

/** What was rated, by where it comes from: each track and each scale by itself. Null where there are too many origins. */
export const getOrigins = (
  rows: StudyRows,
  view: View,
  by: readonly string[],
): Promise<readonly (OriginPart | null)[]> =>
  memoize(rows, `origins ${JSON.stringify(by)} ${viewKey(view)}`, () =>
    Promise.all(
      listRated(repeatForOrigins(rows), view).map(async ({ track, scale, answers }) => {
        const packed = packPart(repeatForOrigins(rows), answers, by);
        if (packed.origins.length > maxOrigins) return null;
        const figures = withhold(rows, view.who, await compute(packed));
        return { track, scale, ...packed, counts: countOrigins(packed), figures };
      }),
    ),
  );

/** Below, a thread would take longer to start. */
const manyAnswers = 5000;

const compute = async ({ input }: PackedPart): Promise<RatedOrigins> =>
  input.ratings.rating.length > manyAnswers ? runInThread("origins", [input]) : computeRatedOrigins(input);

function countOrigins({ input: { ratings, byOrigin, scale } }: PackedPart): OriginCounts[] {
  const found = Array.from({ length: byOrigin.origins }, () => ({
    answers: 0,
    people: new Set<number>(),
    cases: new Set<number>(),
    groups: new Set<number>(),
    points: Array.from({ length: scale[1] }, () => 0),
  }));
  ratings.rating.forEach((rating, i) => {
    const at = ratings.case[i] as number;
    const own = found[byOrigin.originOf[at] as number];
    if (!own) return;
    own.answers += 1;
    own.people.add(ratings.rater[i] as number);
    own.cases.add(at);
    own.groups.add(byOrigin.groupOf[at] as number);
    own.points[rating - 1] = (own.points[rating - 1] ?? 0) + 1;
  });
  return found.map(({ answers, people, cases, groups, points }) => {
    const n = { answers, people: people.size, cases: cases.size };
    return { ...n, groups: groups.size, points, isClaimable: hasEnoughData(n) };
  });
}

type PackedPart = {
  origins: readonly Origin[];
  judges: readonly Judge[];
  /** Indexes into the people and cases of the rows: raters, and cases that any of them rated. */
  people: readonly number[];
  cases: readonly number[];
  /** How many of the cases have ratings of their own: the others count in their origin alone. */
  once: number;
  input: RatedOriginsInput;
};

/** Answers to cases of one track on one scale, in numbers. */
function packPart(rows: StudyRows, answers: readonly number[], by: readonly string[]): PackedPart {
  const { person, case: caseOf, choice } = rows.answers;
  const cases = [...new Set(answers.map((i) => caseOf[i] as number))].sort((a, b) => a - b);
  const people = [...new Set(answers.map((i) => person[i] as number))].sort((a, b) => a - b);
  const points = rows.cases[cases[0] ?? 0]?.optionNames.length ?? 0;
  const [placeOfCase, placeOfPerson] = [cases, people].map(
    (listed) => new Map(listed.map((index, place) => [index, place])),
  ) as [Map<number, number>, Map<number, number>];
  const { origins, originOf } = numberOrigins(rows, cases, by);
  const { groups, groupOf } = numberGroups(rows, cases);
  const judges = listJudges(rows, cases, points);
  const repeated = cases.filter((at) => hasOthersRatings(rows.cases[at] as CaseRow)).length;
  const ratings = {
    raters: people.length,
    cases: cases.length,
    rater: Int32Array.from(answers, (i) => placeOfPerson.get(person[i] as number) ?? 0),
    case: Int32Array.from(answers, (i) => placeOfCase.get(caseOf[i] as number) ?? 0),
    rating: Float64Array.from(answers, (i) => (choice[i] as number) + 1),
  };
  return {
    origins,
    people,
    cases,
    judges: judges.map(({ judge }) => judge),
    once: cases.length - repeated,
    input: {
      ratings,
      ...(repeated > 0 && { ratedAs: placeStandIns(rows, cases) }),
      byOrigin: { origins: origins.length, groups, originOf, groupOf },
      scale: [1, points],
      judges: judges.map(({ given }) => given),
      settings: {
        epsilon: readEpsilon(rows).epsilon,
        q: falseDiscovery,
        minHumansPerItem: 2,
        minItemsPerHuman: minItems,
        minAnnotators: leastAnnotators,
      },
    },
  };
}

/** By case: the place of the one whose ratings it has. */
function placeStandIns(rows: StudyRows, cases: readonly number[]): Int32Array {
  const placeOf = new Map(cases.map((at, place) => [rows.cases[at]?.id, place]));
  return Int32Array.from(cases, (at) => {
    const { ratedAs } = rows.cases[at] as CaseRow;
    return ratedAs === undefined ? -1 : (placeOf.get(ratedAs) ?? -1);
  });
}
