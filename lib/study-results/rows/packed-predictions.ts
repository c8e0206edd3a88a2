import type { PredictionColumns } from "#lib/study-results/rows/rows.ts";

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

const list = Object.values<Field>(fields);
const bytesEach = list.reduce((sum, { bytes }) => sum + bytes, 0);

export const packedSql = list.map(({ sql }) => sql).join(" || ");

/** One place a case, as they were packed one after the other. */
export function unpackPredictions(packed: Buffer): PredictionColumns {
  const cases = packed.length / bytesEach;
  let start = 0;
  const readColumn = <Column extends Numbers>({ bytes, make, read }: Field<Column>): Column => {
    const column = make(cases);
    for (let i = 0; i < cases; i++) column[i] = read(packed, i * bytesEach + start);
    start += bytes;
    return column;
  };
  const { score, ...columns } = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, readColumn<Numbers>(field)]),
  ) as { [Name in keyof typeof fields]: ReturnType<(typeof fields)[Name]["make"]> };
  return { measures: [score], ...columns };
}
