import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { Spread } from "#lib/benchmarks/case-files/case-report.ts";
import { guessCategories } from "#lib/benchmarks/categories.ts";
import { type CategoryDeclaration, type ClusterUnit, readSegment } from "#lib/benchmarks/schema.ts";
import { db } from "#lib/db.ts";
import { type CasesOfTrack, papersOfSize } from "#lib/published/tables.ts";
import { type Paper, papers } from "#lib/published/papers.ts";

type Admin = Viewer<"admin">;

export type ListedTrack = { name: string; language: string; cases: number } & CategoryDeclaration;
export type ListedBenchmark = {
  slug: string;
  name: string;
  description: string;
  isDemo: boolean;
  archivedAt: Date | null;
  clusterUnit: ClusterUnit | null;
  cases: number;
  tracks: ListedTrack[];
  runs: number;
  studies: number;
};

const listed = {
  id: true,
  slug: true,
  name: true,
  description: true,
  isDemo: true,
  archivedAt: true,
  clusterUnit: true,
  tracks: {
    select: {
      name: true,
      language: true,
      categories: true,
      categoryNames: true,
      _count: { select: { cases: true } },
    },
    orderBy: { position: "asc" },
  },
  _count: { select: { modelRuns: true, studies: true } },
} as const;

type BenchmarkRow = Awaited<ReturnType<typeof findBenchmark>>;
const findBenchmark = (slug: string) => db.benchmark.findUnique({ where: { slug }, select: listed });

function inList({ id: _id, tracks, _count, ...benchmark }: NonNullable<BenchmarkRow>): ListedBenchmark {
  const counted = tracks.map(({ _count: { cases }, ...track }) => ({ ...track, cases }));
  const cases = counted.reduce((sum, track) => sum + track.cases, 0);
  return { ...benchmark, tracks: counted, cases, runs: _count.modelRuns, studies: _count.studies };
}

export async function listBenchmarks(_admin: Admin): Promise<ListedBenchmark[]> {
  const found = await db.benchmark.findMany({
    select: listed,
    orderBy: [{ isDemo: "asc" }, { name: "asc" }],
  });
  return found.map(inList);
}

/** By address; by the written name where none has that address. */
export async function findBenchmarks(_admin: Admin, name: string) {
  const select = { id: true, slug: true, name: true } as const;
  const bySlug = await db.benchmark.findUnique({ where: { slug: name }, select });
  return bySlug ? [bySlug] : db.benchmark.findMany({ where: { name }, select, orderBy: { id: "asc" } });
}

export type Benchmark = ListedBenchmark & { id: number };

export async function getBenchmark(_admin: Admin, slug: string): Promise<Benchmark | null> {
  const found = await findBenchmark(slug);
  return found && { ...inList(found), id: found.id };
}

/** By the part of an address, as it came; null also where no address has such a part. */
export async function getBenchmarkAt(viewer: Admin, segment: string): Promise<Benchmark | null> {
  const slug = readSegment(segment);
  return slug === null ? null : getBenchmark(viewer, slug);
}

/** Of a benchmark found the same way, where no more is needed. */
export async function getBenchmarkName(_admin: Admin, segment: string): Promise<string | null> {
  const slug = readSegment(segment);
  if (slug === null) return null;
  return (await db.benchmark.findUnique({ where: { slug }, select: { name: true } }))?.name ?? null;
}

export type TrackFacts = ListedTrack & {
  unparsed: number;
  options: Readonly<Record<string, number>>;
  answerLength: Spread | null;
};

/** What the cases of each track are like, in numbers. In SQL: Prisma has no median. */
export async function listTrackFacts(_admin: Admin, benchmarkId: number): Promise<TrackFacts[]> {
  return db.$queryRaw<TrackFacts[]>`
    WITH counted AS (
      SELECT c.track_id, v.option_count, count(*)::int AS cases, count(*) FILTER (WHERE v.form = 'unparsed')::int AS unparsed
      FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
      WHERE c.track_id IN (SELECT id FROM tracks WHERE benchmark_id = ${benchmarkId}) GROUP BY 1, 2
    ), measured AS (
      SELECT c.track_id, count(*)::int AS n, min(v.answer_length) AS min, max(v.answer_length) AS max,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY v.answer_length) AS median
      FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
      WHERE v.answer_length IS NOT NULL AND c.track_id IN (SELECT id FROM tracks WHERE benchmark_id = ${benchmarkId})
      GROUP BY 1
    )
    SELECT t.name, t.language, t.categories::text, coalesce(t.category_names, '{}') AS "categoryNames", coalesce(sum(counted.cases), 0)::int AS cases,
      coalesce(sum(counted.unparsed), 0)::int AS unparsed,
      coalesce(jsonb_object_agg(counted.option_count, counted.cases) FILTER (WHERE counted.cases > 0), '{}') AS options,
      (SELECT jsonb_build_object('n', n, 'min', min, 'median', median, 'max', max) FROM measured WHERE track_id = t.id)
        AS "answerLength"
    FROM tracks t LEFT JOIN counted ON counted.track_id = t.id
    WHERE t.benchmark_id = ${benchmarkId} GROUP BY t.id ORDER BY t.position`;
}

/** Lengths of the turns that are asked about, in bars of one width from the shortest, and a last one for the longest few. */
export type LengthBins = { low: number; high: number; median: number; max: number; bins: number[] };

const lengthBars = 24;

/** Null where no case has such a length. In SQL: Prisma has no percentiles and no bars. */
export async function getLengthBins(_admin: Admin, benchmarkId: number): Promise<LengthBins | null> {
  const found = await db.$queryRaw<(Omit<LengthBins, "bins"> & { bar: number; cases: number })[]>`
    WITH lengths AS (
      SELECT v.answer_length AS length
      FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
      WHERE v.answer_length IS NOT NULL AND c.track_id IN (SELECT id FROM tracks WHERE benchmark_id = ${benchmarkId})
    ), ends AS (
      SELECT min(length) AS low, max(length) AS max, percentile_cont(0.5) WITHIN GROUP (ORDER BY length) AS median,
        percentile_disc(0.97) WITHIN GROUP (ORDER BY length) + 1 AS high
      FROM lengths
    )
    SELECT low, high, median, max, width_bucket(length, low, high, ${lengthBars}::int) AS bar, count(*)::int AS cases
    FROM lengths, ends GROUP BY 1, 2, 3, 4, 5`;
  const [first] = found;
  if (!first) return null;
  const { low, high, median, max } = first;
  const bins = Array.from(
    { length: lengthBars + 1 },
    (_, at) => found.find(({ bar }) => bar === at + 1)?.cases ?? 0,
  );
  return { low, high, median, max, bins };
}

/** What the options of each track look like that nobody has declared anything of, where they look like categories. */
export async function guessTrackCategories(
  _admin: Admin,
  benchmarkId: number,
): Promise<Map<string, CategoryDeclaration>> {
  // In SQL: Prisma doesn't look into lists. Most tracks are out by the names of their first cases.
  const offered = await db.$queryRaw<{ track: string; cases: number; name: string; count: number }[]>`
    WITH own AS (
      SELECT t.id, t.name, (SELECT count(*)::int FROM cases c WHERE c.track_id = t.id) AS cases FROM tracks t
      WHERE t.benchmark_id = ${benchmarkId} AND t.categories = 'own' AND 20 >= (
        SELECT count(DISTINCT o.name) FROM (
          SELECT v.option_names FROM cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL
          WHERE c.track_id = t.id LIMIT 50) first, unnest(first.option_names) AS o(name))
    )
    SELECT own.name AS track, own.cases, o.name, count(DISTINCT c.id)::int AS count FROM own
      JOIN cases c ON c.track_id = own.id JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL,
      unnest(v.option_names) AS o(name)
    GROUP BY 1, 2, 3`;
  const byTrack = Map.groupBy(offered, ({ track }) => track);
  return new Map(
    [...byTrack].flatMap(([track, names]) => {
      const counts = new Map(names.map(({ name, count }) => [name, count]));
      const guess = guessCategories(counts, names[0]?.cases ?? 0);
      return guess.categories === "own" ? [] : [[track, guess] as const];
    }),
  );
}

type PublishedChoice = {
  /** Whose cases an admin declared these to be, and whether they are still those that were there then. */
  declared: { paper: Paper; isStill: boolean } | null;
  /** Papers whose published cases these could be. */
  possible: readonly Paper[];
};

/** In SQL: Prisma has no digests. */
export async function getPublishedChoice(
  _admin: Admin,
  { id, tracks }: { id: number; tracks: readonly CasesOfTrack[] },
): Promise<PublishedChoice> {
  const [found] = await db.$queryRaw<{ named: string; isStill: boolean }[]>`
    SELECT published_as AS named, published_digest = digest_of_cases(id) AS "isStill"
    FROM benchmarks WHERE id = ${id} AND published_as IS NOT NULL`;
  const paper = papers.find((one) => one === found?.named);
  return {
    declared: paper && found ? { paper, isStill: found.isStill } : null,
    possible: papersOfSize(papers, tracks),
  };
}
