import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import type {
  UnrankedReason,
  CaseRow,
  RunRow,
  RunCosts,
  PredictionColumns,
} from "#lib/study-results/rows/rows.ts";
import type { StudyFacts } from "#lib/study-results/schema.ts";
import { isSibling, makerOf, mayBeRanked, type BenchmarkRun } from "#lib/studies/schema.ts";

// So many answers are packed by one statement; while it is read, nobody else is answered.
const answersAtOnce = 200_000;

/** Runs of the study's benchmark with what they answered to these versions of the cases; of those that answered none, the ones that the study names. */
export async function readRuns(
  { id: studyId, ...chosen }: Pick<StudyFacts, "id" | "referenceRunId" | "comparatorRunId" | "design">,
  cases: readonly CaseRow[],
): Promise<RunRow[]> {
  const runs = await db.modelRun.findMany({
    where: { benchmark: { studies: { some: { id: studyId } } } },
    select: {
      id: true,
      model: true,
      method: true,
      version: true,
      replicate: true,
      isDemo: true,
      isFilter: true,
      isFake: true,
      isPeople: true,
      base: true,
      ranAt: true,
      context: true,
      createdAt: true,
      endpointRun: { select: { studyId: true, arm: true } },
    },
    orderBy: [{ model: "asc" }, { method: "asc" }, { version: "asc" }],
  });
  const versions = cases.map(({ versionId }) => versionId);
  const predictions = await readPredictions(
    studyId,
    runs.map(({ id }) => id),
    versions,
    allFields,
  );
  const taken = await readTaken(
    versions,
    runs.map(({ id }) => id),
  );
  const comparator = runs.find(({ id }) => id === chosen.comparatorRunId);
  const isMadeUp = comparator !== undefined && makerOf(comparator) === "fake";
  const all = runs.map(({ ranAt, isFilter, isFake, isPeople, createdAt, endpointRun, ...run }) => ({
    ...run,
    addedAt: createdAt,
    ranAt: ranAt?.toISOString().slice(0, 10) ?? null,
    apart: exclusionOf({ ...run, isFilter, isFake, isPeople }, { ...chosen, isMadeUp }),
    // Of another study's arms this one knows nothing.
    arm: endpointRun?.studyId === studyId ? endpointRun.arm : null,
    taken: taken.get(run.id) ?? null,
    predictions: asColumns(predictions.get(run.id) ?? unpack(Buffer.alloc(0), allFields)),
  }));
  return all.filter(
    ({ id, apart, predictions: own }) => hasAnswered(own) || apart !== null || id === chosen.comparatorRunId,
  );
}

const hasAnswered = ({ choice, failed, given }: PredictionColumns): boolean =>
  choice.some((one) => one !== -1) ||
  failed.some((one) => one === 1) ||
  given.some((one) => !Number.isNaN(one));

/**
 * By the plan as it was frozen; whether a run filtered the benchmark may become known later. Only a demo's study can be held
 * against a run that was made up: all its runs are, and rank among each other.
 */
function exclusionOf(
  run: BenchmarkRun & { id: number },
  { referenceRunId, design, isMadeUp }: Pick<StudyFacts, "referenceRunId" | "design"> & { isMadeUp: boolean },
): UnrankedReason | null {
  if (run.id === referenceRunId) return "selecting";
  const maker = makerOf(run);
  if (maker && !(isMadeUp && mayBeRanked(run))) return maker;
  if (isSibling(run, design)) return "sibling";
  return run.isFilter ? "filter" : null;
}

/** In SQL: sums over the tries of runs that were made from here; of a try about several cases each has its share. */
async function readTaken(
  versions: readonly number[],
  runIds: readonly number[],
): Promise<Map<number, RunCosts>> {
  const rows = await db.$queryRaw<(RunCosts & { runId: number })[]>`
    SELECT asked.run_id AS "runId", count(*)::int AS cases, count(*) FILTER (WHERE NOT is_answered)::int AS failed,
      round(sum(tries))::int AS tries, sum(seconds) AS seconds, CASE WHEN sum(unpriced) = 0 THEN sum(money) END AS money, currency
    FROM (
      SELECT e.run_id, e.plan->>'currency' AS currency, count(*)::numeric / r.in_call AS tries,
        coalesce(sum(c.total_ms), 0) / 1000 / r.in_call AS seconds, coalesce(sum(c.money), 0) / r.in_call AS money,
        EXISTS (SELECT FROM predictions p WHERE p.run_id = e.run_id AND p.case_version_id = r.case_version_id AND NOT p.failed)
          AS is_answered,
        count(*) FILTER (WHERE c.money IS NULL AND (c.failure IS NULL OR c.output_tokens IS NOT NULL)) AS unpriced
      FROM endpoint_runs e JOIN endpoint_run_cases r ON r.endpoint_run_id = e.id
        JOIN model_calls c ON c.endpoint_run_id = e.id AND c.case_version_id = coalesce(r.asked_with, r.case_version_id)
      WHERE e.run_id = ANY (${[...runIds]}) AND r.case_version_id = ANY (${[...versions]})
      GROUP BY e.id, r.endpoint_run_id, r.case_version_id
    ) asked GROUP BY asked.run_id, currency`;
  return new Map(rows.map(({ runId, ...taken }) => [runId, taken]));
}

type Numbers = Int8Array | Int16Array | Uint8Array | Float64Array;
type Field<Column extends Numbers = Numbers> = {
  bytes: number;
  /** The bytes of the field, of a prediction p and the right answer g. */
  sql: string;
  make: (cases: number) => Column;
  read: (packed: Buffer, at: number) => number;
};

const whole = <Column extends Numbers>(sql: string, make: (cases: number) => Column): Field<Column> => ({
  bytes: 2,
  sql: `int2send((${sql})::int2)`,
  make,
  read: (packed, at) => packed.readInt16BE(at),
});

const fraction = (sql: string): Field<Float64Array> => ({
  bytes: 8,
  sql: `float8send(coalesce(${sql}, 'NaN'))`,
  make: (cases) => new Float64Array(cases),
  read: (packed, at) => packed.readDoubleBE(at),
});

const int8 = (cases: number) => new Int8Array(cases);
const uint8 = (cases: number) => new Uint8Array(cases);

// What the database packs of a run's answer to one case, field after field: written and read by this list alone.
const fields = {
  choice: whole("coalesce(p.choice, -1)", (cases) => new Int16Array(cases)),
  failed: whole("(p.run_id IS NOT NULL AND p.choice IS NULL AND p.score IS NULL)::int", uint8),
  rank: whole("coalesce(p.rank, 0)", int8),
  above: whole("coalesce(p.above, 0)", int8),
  tied: whole("coalesce(p.tied, 0)", int8),
  score: fraction("CASE WHEN p.choice IS NOT NULL THEN p.correct::int::float8 END"),
  confidence: fraction("p.confidence"),
  squaredError: fraction("p.squared_error"),
  goldProbability: fraction("p.probabilities[g.choice + 1]"),
  given: fraction("p.score"),
} satisfies Record<string, Field>;

type FieldName = keyof typeof fields;
type Columns<Name extends FieldName> = { [Key in Name]: ReturnType<(typeof fields)[Key]["make"]> };

const allFields = Object.keys(fields) as FieldName[];

const asColumns = ({ score, ...columns }: Columns<FieldName>): PredictionColumns => ({
  measures: [score],
  ...columns,
});

/** What each of these runs answered to these versions of cases, one place a case, in their order. */
export async function readPredictions<Name extends FieldName>(
  _seen: SeenStudyId | Viewer<"admin">,
  runIds: readonly number[],
  versions: readonly number[],
  names: readonly Name[],
): Promise<Map<number, Columns<Name>>> {
  const found = new Map<number, Columns<Name>>();
  const step = Math.max(1, Math.floor(answersAtOnce / Math.max(1, versions.length)));
  for (let from = 0; from < runIds.length; from += step)
    for (const { runId, answers } of await readPacked(runIds.slice(from, from + step), versions, names))
      found.set(runId, unpack(Buffer.from(answers), names));
  return found;
}

/** In SQL: packed, since Prisma would make objects of up to a million answers. */
async function readPacked(
  runIds: readonly number[],
  versions: readonly number[],
  names: readonly FieldName[],
) {
  const packed = Prisma.raw(names.map((name) => fields[name].sql).join(" || "));
  return db.$queryRaw<{ runId: number; answers: Uint8Array }[]>`
    SELECT r.id AS "runId", string_agg(${packed}, ''::bytea ORDER BY w.place) AS answers
    FROM unnest(${[...runIds]}::int[]) AS r (id)
      CROSS JOIN unnest(${[...versions]}::int[]) WITH ORDINALITY AS w (version, place)
      LEFT JOIN case_golds g ON g.case_version_id = w.version
      LEFT JOIN predictions p ON p.run_id = r.id AND p.case_version_id = w.version
    GROUP BY r.id`;
}

/** As they were packed one after the other. */
function unpack<Name extends FieldName>(packed: Buffer, names: readonly Name[]): Columns<Name> {
  const bytesEach = names.reduce((sum, name) => sum + fields[name].bytes, 0);
  const cases = packed.length / bytesEach;
  let start = 0;
  const readColumn = <Column extends Numbers>({ bytes, make, read }: Field<Column>): Column => {
    const column = make(cases);
    for (let i = 0; i < cases; i++) column[i] = read(packed, i * bytesEach + start);
    start += bytes;
    return column;
  };
  return Object.fromEntries(names.map((name) => [name, readColumn<Numbers>(fields[name])])) as Columns<Name>;
}
