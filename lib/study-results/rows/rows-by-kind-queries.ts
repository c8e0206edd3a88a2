import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { readFrame } from "#lib/study-results/rows/frame-queries.ts";
import type { StudyRows, AnswerColumns, FrameRows, PersonRow, RunRow } from "#lib/study-results/rows/rows.ts";
import type { StudyFacts } from "#lib/study-results/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { listColumns, makeColumns } from "#lib/study-results/rows/assemble-rows.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

export type RowsByKind = ReadonlyMap<KindName, StudyRows>;

/** A study of one kind is the whole. `known`: as it was when the runs and the frame were the same. */
export async function partByKind(rows: StudyRows, known?: RowsByKind): Promise<RowsByKind> {
  if (rows.kinds.length === 1) return new Map([[rows.kind, rows]]);
  const served = await countServedByKind(rows.study.id);
  const parts = new Map<KindName, StudyRows>();
  for (const kind of rows.kinds) {
    const before = known?.get(kind);
    const part = rowsOfKind(rows, kind, { served, frame: before?.frame ?? null });
    parts.set(
      kind,
      before ? part : { ...part, frame: await readFrame(framedBy(part), part.tracks, part.cases) },
    );
  }
  return parts;
}

/** The frame without the tracks of other kinds. */
function framedBy({ study, tracks }: StudyRows): StudyFacts {
  const { frame } = study.design;
  const own = frame.tracks.filter((name) => tracks.some((track) => track.name === name));
  return { ...study, design: { ...study.design, frame: { ...frame, tracks: own } } };
}

/** In SQL: Prisma can't count by another table's column. */
async function countServedByKind(studyId: SeenStudyId): Promise<ServedByKind> {
  const rows = await db.$queryRaw<{ sittingId: string; kind: KindName; cases: number }[]>`
    SELECT s.id AS "sittingId", k.kind::text, count(*)::int AS cases
    FROM sittings s JOIN served_cases v ON v.sitting_id = s.id
      JOIN study_cases c ON c.id = v.study_case_id AND c.stratum NOT IN ('attention', 'practice')
      JOIN case_versions cv ON cv.id = c.case_version_id JOIN cases k ON k.id = cv.case_id
    WHERE s.study_id = ${studyId}::uuid AND s.state IN ('started', 'submitted') AND v.repeats IS NULL
    GROUP BY s.id, k.kind`;
  const served = new Map<string, Map<KindName, number>>();
  for (const { sittingId, kind, cases } of rows)
    served.set(sittingId, (served.get(sittingId) ?? new Map<KindName, number>()).set(kind, cases));
  return served;
}

/** How many counted cases of each kind each person was given, by the sitting. */
type ServedByKind = ReadonlyMap<string, ReadonlyMap<KindName, number>>;

type Beside = { frame: FrameRows | null; served: ServedByKind };

/**
 * What a study has of one kind, as if it had no other: so that no figure takes cases of two kinds together. Whom a rule
 * excludes is decided over the whole sitting.
 */
function rowsOfKind(whole: StudyRows, kind: KindName, { frame, served }: Beside): StudyRows {
  const kept = indexesOf(whole.cases, (row) => row.kind === kind);
  const usedTracks = [...new Set(kept.map((at) => whole.cases[at]?.track ?? 0))].sort((a, b) => a - b);
  const cases = kept.flatMap((at) => {
    const row = whole.cases[at];
    return row ? [{ ...row, track: usedTracks.indexOf(row.track) }] : [];
  });
  const { answers, firstOf } = answersTo(whole, kind, kept);
  return {
    ...whole,
    kind,
    tracks: usedTracks.flatMap((track) => whole.tracks[track] ?? []),
    cases,
    people: whole.people.map((person, i) => {
      const places = Array.from({ length: (firstOf[i + 1] ?? 0) - (firstOf[i] ?? 0) }, (_, at) => at);
      const columns = { answers, from: firstOf[i] ?? 0 };
      return describe(person, columns, places, {
        isCheck: (index) => cases[index]?.stratum === "attention",
        served: served.get(person.sittingId)?.get(kind) ?? 0,
      });
    }),
    answers,
    firstOf,
    runs: whole.runs.map((run) => ({ ...run, predictions: predictionsTo(run, kept) })),
    frame,
  };
}

const indexesOf = <T>(all: readonly T[], isWanted: (one: T) => boolean): number[] =>
  all.flatMap((one, at) => (isWanted(one) ? [at] : []));

function answersTo(whole: StudyRows, kind: KindName, kept: readonly number[]) {
  const placeOf = new Map(kept.map((at, place) => [at, place]));
  const wanted: number[] = [];
  const firstOf = new Int32Array(whole.people.length + 1);
  for (let i = 0; i < whole.answers.length; i++) {
    if (!placeOf.has(whole.answers.case[i] ?? -1)) continue;
    wanted.push(i);
    const next = (whole.answers.person[i] ?? 0) + 1;
    firstOf[next] = (firstOf[next] ?? 0) + 1;
  }
  for (let person = 1; person < firstOf.length; person++)
    firstOf[person] = (firstOf[person] ?? 0) + (firstOf[person - 1] ?? 0);
  const answers = makeColumns(wanted.length, serverKindOf(kind).measures.length);
  const into = listColumns(answers);
  for (const [column, from] of listColumns(whole.answers).entries())
    wanted.forEach((i, place) => {
      const target = into[column];
      if (target) target[place] = from[i] ?? 0;
    });
  wanted.forEach((i, place) => (answers.case[place] = placeOf.get(whole.answers.case[i] ?? -1) ?? 0));
  return { answers, firstOf };
}

function describe(
  person: PersonRow,
  { answers, from }: { answers: AnswerColumns; from: number },
  places: readonly number[],
  { isCheck, served }: { isCheck: (index: number) => boolean; served: number },
): PersonRow {
  const counted = places.map((place) => from + place).filter((i) => !isCheck(answers.case[i] ?? 0));
  const given = counted.filter((i) => answers.decided[i] === 1);
  const times = given.map((i) => answers.activeMs[i] ?? 0);
  const isTimed = times.length > 0 && times.every((ms) => ms > 0);
  return {
    ...person,
    cases: served,
    answered: given.length,
    passed: counted.filter((i) => answers.cannotRead[i] === 1).length,
    activeMs: isTimed ? times.reduce((sum, ms) => sum + ms, 0) : null,
  };
}

function predictionsTo({ predictions }: RunRow, kept: readonly number[]): RunRow["predictions"] {
  const { measures, ...columns } = predictions;
  const pick = <Column extends Float64Array | Int16Array | Int8Array | Uint8Array>(
    column: Column,
  ): Column => {
    const picked = column.slice(0, kept.length) as Column;
    kept.forEach((at, place) => (picked[place] = column[at] ?? 0));
    return picked;
  };
  const picked = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, pick(column)]));
  return { ...(picked as typeof columns), measures: measures.map(pick) };
}
