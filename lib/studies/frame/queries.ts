import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import type { Frame } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { kindsWithoutGold } from "#lib/task-kinds/server-registry.ts";

type Admin = Viewer<"admin">;

export type TrackCount = {
  track: string;
  language: string;
  /** In the frame: current, taken apart, with a right answer where their kind needs one, within the filters. */
  cases: number;
  /** Of those, what the study asks about: all, or the reference run's confident errors. */
  selected: number;
  /** Of those, what the reference run got wrong while it was unsure, or has no answer to. */
  unsure: number;
  /** Of those, what the reference run got right. */
  controls: number;
  /** Of those in the frame, what the reference run has no answer to. */
  unanswered: number;
  /** Left out because their prompt couldn't be taken apart. */
  unparsed: number;
  /** Left out because no right answer is known. */
  withoutGold: number;
  /** Of those in the frame. */
  kinds: KindName[];
};

/** How the reference run's wrong answers in the frame spread over its confidence. */
export type ThresholdCurve = {
  track: string;
  /** Wrong answers with a confidence of k hundredths or more, for k from 0 to 100. */
  selectedAt: number[];
  /** Wrong answers in twenty bins of equal width, the last one with 1 in it. */
  bins: number[];
  /** Wrong answers that came without probabilities: no threshold selects them. */
  withoutConfidence: number;
};

export type EligibleCase = {
  versionId: number;
  track: string;
  trackPosition: number;
  key: string;
  position: number;
  /** Hexadecimal. */
  hash: string;
  source: string | null;
  /** Whether the reference run got it right; null without an answer, or without a reference. */
  correct: boolean | null;
  confidence: number | null;
  /** Every run that answered it, at least one, got it right. False where nobody asked. */
  isEasy: boolean;
  /** Whether it is known what is right. */
  hasGold: boolean;
};

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
export const noRun = -1;

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
export const framedTracks = (benchmarkId: number, { tracks }: Frame, runId: number) => Prisma.sql`
  tracks t LEFT JOIN (cases c JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL)
      ON c.track_id = t.id
    LEFT JOIN case_golds g ON g.case_version_id = v.id AND g.choice IS NOT NULL
    LEFT JOIN predictions p ON p.case_version_id = v.id AND p.run_id = ${runId} AND NOT p.failed
  WHERE t.benchmark_id = ${benchmarkId} AND t.name = ANY(${tracks}::text[])`;

const isAnswerable = Prisma.sql`(g.choice IS NOT NULL OR c.kind::text = ANY(${kindsWithoutGold}::text[]))`;
export const isFramed = (frame: Frame) =>
  Prisma.sql`(v.content IS NOT NULL AND ${isAnswerable} AND ${isWithin(frame)})`;

type Surveyed = TrackCount & { wrong: number; reached: number | null };

const hundredths = 100;
const barCount = 20;

/** Everything there is to count in a frame in one reading, by track and by how many of 0, 0.01, …, 1 the confidence reaches. */
async function survey(viewer: Admin, benchmarkId: number, frame: Frame): Promise<Surveyed[][]> {
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
  const counts = await db.$queryRaw<Surveyed[]>`
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
      coalesce(array_agg(DISTINCT c.kind) FILTER (WHERE ${isFramed(frame)}), '{}')::text[] AS kinds
    FROM ${framedTracks(benchmarkId, frame, runId)}
    GROUP BY t.id, reached ORDER BY t.position`;
  return [...Map.groupBy(counts, ({ track }) => track).values()];
}

const sumOf = (rows: readonly Surveyed[], pick: (row: Surveyed) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0);

function countTrack(rows: readonly Surveyed[]): TrackCount {
  const { track = "", language = "" } = rows[0] ?? {};
  return {
    track,
    language,
    cases: sumOf(rows, (row) => row.cases),
    selected: sumOf(rows, (row) => row.selected),
    unsure: sumOf(rows, (row) => row.unsure),
    controls: sumOf(rows, (row) => row.controls),
    unanswered: sumOf(rows, (row) => row.unanswered),
    unparsed: sumOf(rows, (row) => row.unparsed),
    withoutGold: sumOf(rows, (row) => row.withoutGold),
    kinds: [...new Set(rows.flatMap(({ kinds }) => kinds))],
  };
}

function drawCurve(rows: readonly Surveyed[]): ThresholdCurve {
  const wrong = (within: (reached: number) => boolean) =>
    sumOf(rows, (row) => (within(row.reached ?? 0) ? row.wrong : 0));
  const barOf = (reached: number) =>
    Math.min(barCount - 1, Math.floor(((reached - 1) * barCount) / hundredths));
  return {
    track: rows[0]?.track ?? "",
    selectedAt: Array.from({ length: hundredths + 1 }, (_, k) => wrong((reached) => reached > k)),
    bins: Array.from({ length: barCount }, (_, bar) =>
      wrong((reached) => reached > 0 && barOf(reached) === bar),
    ),
    withoutConfidence: wrong((reached) => reached === 0),
  };
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

/** In no order that means anything. Asking for easy cases reads every run's answers. */
export async function listEligible(
  viewer: Admin,
  benchmarkId: number,
  frame: Frame,
  { withEasy }: { withEasy: boolean },
): Promise<EligibleCase[]> {
  const runId = await findRun(viewer, benchmarkId, frame);
  const easy = Prisma.sql`
    SELECT p.case_version_id AS id FROM predictions p
    WHERE p.run_id IN (SELECT id FROM model_runs WHERE benchmark_id = ${benchmarkId}) AND NOT p.failed
    GROUP BY p.case_version_id HAVING bool_and(coalesce(p.correct, false))`;
  return db.$queryRaw<EligibleCase[]>`
    WITH easy AS (${withEasy ? easy : Prisma.sql`SELECT NULL::int AS id WHERE false`})
    SELECT v.id AS "versionId", t.name AS track, t.position::int AS "trackPosition", c.key, c.position,
      encode(v.hash, 'hex') AS hash, c.source, p.correct, p.confidence,
      v.id IN (SELECT id FROM easy) AS "isEasy", g.choice IS NOT NULL AS "hasGold"
    FROM ${framedTracks(benchmarkId, frame, runId)} AND ${isFramed(frame)}`;
}
