import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { originOf, type Attributes } from "#lib/benchmarks/schema.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import {
  countTrack,
  drawCurve,
  hundredths,
  type EligibleCase,
  type ThresholdCount,
  type ThresholdCurve,
  type TrackCount,
  type TrackGroups,
} from "#lib/studies/frame/survey.ts";
import type { BenchmarkRun, RunName } from "#lib/studies/run-names.ts";
import type { Frame, Sample } from "#lib/studies/schema.ts";
import {
  contextKeys,
  kindsWithoutGold,
  kindsWithQuestions,
  questionKeys,
} from "#lib/task-kinds/server-registry.ts";
import { questionAttribute } from "#lib/task-kinds/case-kinds.ts";

type Admin = Viewer<"admin">;

export async function resolveReference(
  _admin: Admin,
  benchmarkId: number,
  { model, method, version }: Reference,
): Promise<number | null> {
  const run = await db.modelRun.findUnique({
    where: { benchmarkId_model_method_version: { benchmarkId, model, method, version } },
    select: { id: true },
  });
  return run?.id ?? null;
}

type Reference = NonNullable<Frame["reference"]>;
const noRun = -1;

/** Without a reference, or where it doesn't exist, no answer is found: what that means is the caller's. */
const findRun = async (viewer: Admin, benchmarkId: number, { reference }: Frame): Promise<number> =>
  (reference && (await resolveReference(viewer, benchmarkId, reference))) ?? noRun;

/** Whether a current case v keeps to the filters of how it is made; one without a length passes only without that filter. */
function isWithin({ options, answerLength }: Pick<Frame, "options" | "answerLength">): Prisma.Sql {
  const between = (column: Prisma.Sql, range: Frame["options"]) =>
    range && Prisma.sql`${column} BETWEEN ${range.least}::int AND ${range.most ?? 2 ** 31 - 1}::int`;
  const conditions = [
    between(Prisma.sql`v.option_count`, options),
    between(Prisma.sql`v.answer_length`, answerLength),
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, " AND ");
}

/** In SQL: Prisma can't put one run's answers beside the cases. The frame's tracks t, each with its current cases c, their versions v, right answers g and the reference's answers p. */
const framedTracks = (benchmarkId: number, { tracks }: Frame, runId: number) => Prisma.sql`
  tracks t LEFT JOIN (cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL)
      ON c.track_id = t.id
    LEFT JOIN case_golds g ON g.case_version_id = v.id AND g.choice IS NOT NULL
    LEFT JOIN predictions p ON p.case_version_id = v.id AND p.run_id = ${runId} AND NOT p.failed
  WHERE t.benchmark_id = ${benchmarkId} AND t.name = ANY(${tracks}::text[])`;

const isAnswerable = Prisma.sql`(g.choice IS NOT NULL OR c.kind::text = ANY(${kindsWithoutGold}::text[]))`;
const lacksContext = Prisma.sql`
  (${contextKeys}::jsonb ? c.kind::text
    AND coalesce(v.content -> (${contextKeys}::jsonb ->> c.kind::text), 'null') = 'null')`;
/** Files may say that several cases ask the same in other words, or with other options. */
const question = Prisma.sql`
  CASE WHEN c.kind::text = ANY(${kindsWithQuestions}::text[]) THEN coalesce(
    v.attributes ->> ${questionAttribute},
    CASE WHEN ${questionKeys}::jsonb ? c.kind::text THEN v.content ->> (${questionKeys}::jsonb ->> c.kind::text) END
  ) END`;
const isFramed = (frame: Frame) =>
  Prisma.sql`(v.content IS NOT NULL AND ${isAnswerable} AND ${isWithin(frame)})`;

/** Everything there is to count in a frame in one reading, by track and by how many of 0, 0.01, …, 1 the confidence reaches. */
async function survey(viewer: Admin, benchmarkId: number, frame: Frame): Promise<ThresholdCount[][]> {
  const { reference } = frame;
  const runId = await findRun(viewer, benchmarkId, frame);
  const isSelected = reference
    ? Prisma.sql`(p.correct = false AND p.confidence >= ${reference.threshold}::float8)`
    : Prisma.sql`true`;
  const isUnsure =
    runId === noRun
      ? Prisma.sql`false`
      : Prisma.sql`(g.choice IS NOT NULL AND p.correct IS NOT TRUE AND ${isSelected} IS NOT TRUE)`;
  // Doubles are compared with doubles: a confidence of 0.29 reaches 0.29.
  const counts = await db.$queryRaw<ThresholdCount[]>`
    SELECT t.name AS track, t.language,
      width_bucket(p.confidence, (SELECT array_agg(k::float8 / ${hundredths} ORDER BY k)
        FROM generate_series(0, ${hundredths}::int) AS k)) AS reached,
      count(*) FILTER (WHERE ${isFramed(frame)})::int AS cases,
      count(*) FILTER (WHERE ${isFramed(frame)} AND ${isSelected})::int AS selected,
      count(*) FILTER (WHERE ${isFramed(frame)} AND ${isUnsure})::int AS unsure,
      count(*) FILTER (WHERE ${isFramed(frame)} AND p.correct)::int AS controls,
      count(*) FILTER (WHERE ${isFramed(frame)} AND p.correct = false)::int AS wrong,
      count(*) FILTER (WHERE ${isFramed(frame)} AND p.correct IS NULL AND ${reference !== null})::int AS unanswered,
      count(v.id) FILTER (WHERE v.content IS NULL AND ${isWithin({ ...frame, answerLength: null })})::int AS unparsed,
      count(*) FILTER (WHERE v.content IS NOT NULL AND NOT ${isAnswerable} AND ${isWithin(frame)})::int AS "withoutGold",
      count(*) FILTER (WHERE ${isFramed(frame)} AND g.choice IS NOT NULL)::int AS "withGold",
      count(*) FILTER (WHERE ${isFramed(frame)} AND ${lacksContext})::int AS "withoutContext",
      coalesce(array_agg(DISTINCT c.kind) FILTER (WHERE ${isFramed(frame)}), '{}')::text[] AS kinds
    FROM ${framedTracks(benchmarkId, frame, runId)}
    GROUP BY t.id, reached ORDER BY t.position`;
  return [...Map.groupBy(counts, ({ track }) => track).values()];
}

export async function countEligible(viewer: Admin, benchmarkId: number, frame: Frame): Promise<TrackCount[]> {
  return (await survey(viewer, benchmarkId, frame)).map(countTrack);
}

export async function listWrongConfidences(
  viewer: Admin,
  benchmarkId: number,
  frame: Frame,
): Promise<ThresholdCurve[]> {
  return (await survey(viewer, benchmarkId, frame)).map(drawCurve);
}

/** Both at the price of one. */
export async function surveyFrame(viewer: Admin, benchmarkId: number, frame: Frame) {
  const tracks = await survey(viewer, benchmarkId, frame);
  return { counts: tracks.map(countTrack), curves: tracks.map(drawCurve) };
}

type EligibleRow = Omit<EligibleCase, "origin" | "question" | "pair"> & {
  attributes: Attributes | null;
  asked: string | null;
};

/** In no order that means anything. Asking for easy cases reads every run's answers. */
export async function listEligible(
  viewer: Admin,
  benchmarkId: number,
  frame: Frame,
  { withEasy, pairBy }: { withEasy: boolean } & Pick<Sample, "pairBy">,
): Promise<EligibleCase[]> {
  const runId = await findRun(viewer, benchmarkId, frame);
  const easy = Prisma.sql`
    SELECT p.case_version_id AS id FROM predictions p
    WHERE p.run_id IN (SELECT id FROM model_runs WHERE benchmark_id = ${benchmarkId} AND NOT is_fake) AND NOT p.failed
    GROUP BY p.case_version_id HAVING bool_and(coalesce(p.correct, false))`;
  const rows = await db.$queryRaw<EligibleRow[]>`
    WITH easy AS (${withEasy ? easy : Prisma.sql`SELECT NULL::int AS id WHERE false`})
    SELECT v.id AS "versionId", t.name AS track, t.position::int AS "trackPosition", c.key, c.position,
      encode(v.hash, 'hex') AS hash, c.source, v.group_name AS "group", v.attributes, ${question} AS asked, p.correct, p.confidence,
      v.id IN (SELECT id FROM easy) AS "isEasy", g.choice IS NOT NULL AS "hasGold"
    FROM ${framedTracks(benchmarkId, frame, runId)} AND ${isFramed(frame)}`;
  return rows.map(({ attributes, asked, ...row }) => {
    // The same words are another question where they are asked about somebody else.
    const ofGroup = (value: string | null | undefined) =>
      value == null ? null : JSON.stringify([row.group, value]);
    return {
      ...row,
      origin: originOf(attributes),
      question: ofGroup(asked),
      pair: ofGroup(attributes?.[pairBy?.[row.track] ?? ""]),
    };
  });
}

/**
 * In SQL: counts of counts, without reading the cases. Tracks whose cases stand in groups, and attributes by whose values
 * different origins stand side by side.
 */
export async function listTrackGroups(
  _admin: Admin,
  benchmarkId: number,
  frame: Frame,
): Promise<TrackGroups[]> {
  return db.$queryRaw<TrackGroups[]>`
    WITH framed AS (
      SELECT t.name AS track, t.position, v.group_name AS name, v.attributes,
        (v.attributes->>'method', v.attributes->>'model') AS origin
      FROM ${framedTracks(benchmarkId, frame, noRun)} AND ${isFramed(frame)}),
    grouped AS (
      SELECT track, position, NULL AS attribute, name, origin FROM framed WHERE name IS NOT NULL
      UNION ALL
      SELECT track, position, key, jsonb_build_array(name, value)::text, origin
      FROM framed, jsonb_each_text(attributes) WHERE key NOT IN ('method', 'model')),
    counted AS (
      SELECT track, position, attribute, name, count(*)::int AS cases, count(DISTINCT origin) AS origins
      FROM grouped GROUP BY track, position, attribute, name),
    sized AS (
      SELECT track, position, attribute, cases, count(*)::int AS groups, bool_and(origins = cases) AS "isPaired"
      FROM counted GROUP BY track, position, attribute, cases)
    SELECT track, attribute, jsonb_agg(jsonb_build_object('cases', cases, 'groups', groups) ORDER BY cases) AS sizes,
      (SELECT count(DISTINCT g.origin)::int FROM grouped g
        WHERE g.track = sized.track AND g.attribute IS NOT DISTINCT FROM sized.attribute) AS origins
    FROM sized GROUP BY track, position, attribute
    HAVING attribute IS NULL OR (max(cases) > 1 AND bool_and("isPaired") AND sum(groups) >
      (SELECT count(*) FROM counted c WHERE c.track = sized.track AND c.attribute IS NULL))
    ORDER BY position, attribute NULLS FIRST`;
}

type RunRef = { id: number };

export type StoredRun = BenchmarkRun & RunRef;

export async function listBenchmarkRuns(_admin: Admin, benchmarkId: number): Promise<StoredRun[]> {
  return db.modelRun.findMany({
    where: { benchmarkId },
    select: {
      id: true,
      model: true,
      method: true,
      version: true,
      isFilter: true,
      isFake: true,
      isPeople: true,
      isDemo: true,
    },
    orderBy: [{ model: "asc" }, { method: "asc" }, { version: "asc" }],
  });
}

/** Which runs are compared, and which versions of cases people are given. */
type ComparisonRequest = {
  benchmarkId: number;
  frame: Frame;
  candidates: readonly RunRef[];
  served: readonly number[];
};

const runIds = ({ candidates }: ComparisonRequest) => candidates.map(({ id }) => id);

/** In SQL, as the frame is: cases of it that nobody is given, and of which it is known what is right. */
const unservedCases = ({ benchmarkId, frame, served }: ComparisonRequest) => Prisma.sql`
  SELECT v.id FROM ${framedTracks(benchmarkId, frame, noRun)} AND ${isFramed(frame)}
    AND g.choice IS NOT NULL AND NOT EXISTS (SELECT FROM unnest(${served}::int[]) AS s (id) WHERE s.id = v.id)`;

/** How many such cases there are, and whether any of the runs answered one of them right. */
export async function countUnserved(
  _admin: Admin,
  asked: ComparisonRequest,
): Promise<{ cases: number; isDecidable: boolean }> {
  const [counted] = await db.$queryRaw<{ cases: number; isDecidable: boolean }[]>`
    WITH unserved AS MATERIALIZED (${unservedCases(asked)})
    SELECT (SELECT count(*)::int FROM unserved) AS cases, EXISTS (
      SELECT FROM predictions p JOIN unserved u ON u.id = p.case_version_id
      WHERE p.run_id = ANY(${runIds(asked)}::int[]) AND p.correct AND NOT p.failed) AS "isDecidable"`;
  return counted ?? { cases: 0, isDecidable: false };
}

type RunScore = RunName & RunRef & { cases: number; answered: number; right: number };

/** The runs by how many such cases each got right, best first; one without an answer is not right. Ties by name, as bytes. */
export async function placeOnUnserved(_admin: Admin, asked: ComparisonRequest): Promise<RunScore[]> {
  return db.$queryRaw<RunScore[]>`
    WITH unserved AS MATERIALIZED (${unservedCases(asked)})
    SELECT r.id, r.model, r.method, r.version, (SELECT count(*)::int FROM unserved) AS cases,
      count(u.id)::int AS answered, count(u.id) FILTER (WHERE p.correct)::int AS "right"
    FROM model_runs r LEFT JOIN predictions p ON p.run_id = r.id AND NOT p.failed
      LEFT JOIN unserved u ON u.id = p.case_version_id
    WHERE r.id = ANY(${runIds(asked)}::int[])
    GROUP BY r.id ORDER BY "right" DESC, r.model COLLATE "C", r.method COLLATE "C", r.version COLLATE "C"`;
}
