import "server-only";
import { createHash } from "node:crypto";
import { recordLook } from "#lib/audit/look-mutations.ts";
import { lookUpStudyRow, type Staff } from "#lib/auth/study-scope.ts";
import { WaitingLine } from "#lib/auth/secrets/waiting-line.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { filtersSql } from "#lib/benchmarks/lineage/schema.ts";
import { db } from "#lib/db.ts";
import { papers, type Paper } from "#lib/published/papers.ts";
import { readAnswers, type Revisions } from "#lib/study-results/rows/answers-queries.ts";
import { listCases, listTracks } from "#lib/study-results/rows/cases-queries.ts";
import { assembleRows, kindsOfCases } from "#lib/study-results/rows/assemble-rows.ts";
import { partByKind, type RowsByKind } from "#lib/study-results/rows/rows-by-kind-queries.ts";
import { isWorking } from "#lib/study-results/rows/memoize.ts";
import { readFrame } from "#lib/study-results/rows/frame-queries.ts";
import { readRuns } from "#lib/study-results/rows/runs-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, type StudyFacts } from "#lib/study-results/schema.ts";
import { parsePlan } from "#lib/studies/schema.ts";
import { processSingleton } from "#lib/process-singleton.ts";

type CachedRows = {
  /** With the cases of all kinds. */
  rows: StudyRows;
  /** What figures are made of: of each kind by itself. */
  byKind: RowsByKind;
  readAt: number;
  /** What each part was read at, so that only what changed is read again. */
  marks: string;
  design: string;
  runs: string;
  revisions: Revisions;
};

type Memory = { studies: BoundedMap<string, Promise<CachedRows>>; line: WaitingLine };

const maxStudies = 8;
// Reading keeps connections that people's answers need too.
const maxReading = { atOnce: 2, waiting: 200 };
const maxLagMs = 30_000;

const { studies: remembered, line } = processSingleton("rows", (): Memory => ({
  studies: new BoundedMap(maxStudies, "results"),
  line: new WaitingLine(maxReading, "results"),
}));

/** With `mayLag`, of a study that people answer right now: what is being computed already is computed to its end first. */
type ReadOptions = { mayLag?: boolean };
/**
 * With `isAnew`, what is in memory isn't used and nothing stays there: for a database that is another one, or of another moment.
 * With `isBlind`, nobody is shown how well people do, so that it is no look at results.
 */
type RowsOptions = ReadOptions & { isAnew?: boolean; isBlind?: boolean };

/**
 * The one place where the rows of every figure of a study come from: screens, reports, programs and the command line. What
 * is in memory is used for as long as its stamp holds. Null for a draft, and for a study that isn't the viewer's. They are
 * of the kind that is asked for, as an address or a command names it; of the study's first where it has none of that.
 */
export async function getRows(
  viewer: Staff,
  slug: string,
  { kind, ...wish }: RowsOptions & { kind?: unknown } = {},
): Promise<StudyRows | null> {
  const read = await getRemembered(viewer, slug, wish);
  if (!read) return null;
  const asked = read.rows.kinds.find((one) => one === kind) ?? read.rows.kind;
  return read.byKind.get(asked) ?? read.rows;
}

export type WholeRows = {
  /** With the cases and answers of all kinds together: for what lists them, and computes nothing over them. */
  rows: StudyRows;
  /** Of each kind, for what computes something. */
  byKind: readonly StudyRows[];
};

/** The same, of all kinds. */
export async function getWholeRows(
  viewer: Staff,
  slug: string,
  wish: RowsOptions = {},
): Promise<WholeRows | null> {
  const read = await getRemembered(viewer, slug, wish);
  return read && { rows: read.rows, byKind: [...read.byKind.values()] };
}

async function getRemembered(viewer: Staff, slug: string, wish: RowsOptions): Promise<CachedRows | null> {
  const read = await getNewest(viewer, slug, wish);
  if (!read || wish.isAnew || wish.isBlind) return read;
  const { study } = read.rows;
  if (isInterim(study) && study.design.rules.interim) await recordLook(viewer, study.id);
  return read;
}

async function getNewest(
  viewer: Staff,
  slug: string,
  { mayLag = false, isAnew = false }: RowsOptions,
): Promise<CachedRows | null> {
  const now = await readStamp(viewer, slug);
  if (!now) return null;
  if (isAnew) return readRows(now);
  const { id } = now.study;
  const reading = remembered.get(id);
  // What somebody looks at goes last.
  if (reading) remembered.set(id, reading);
  const known = await reading?.catch(() => undefined);
  if (known && (known.rows.stamp === now.stamp || (mayLag && maySuffice(known, now)))) return known;
  // Somebody who waited too was quicker, and reads since: that is at least as new as what was asked for.
  const begun = remembered.get(id);
  if (begun && begun !== reading) return begun;
  const next = line.pass(() => readRows(now, known));
  remembered.set(id, next);
  next.catch(() => {
    if (remembered.get(id) === next) remembered.delete(id);
  });
  return next;
}

/** What tells whether any figure of a study may have changed; null for a draft and for another's study. */
export async function getStamp(
  viewer: Staff,
  slug: string,
  { mayLag = false }: ReadOptions = {},
): Promise<string | null> {
  const now = await readStamp(viewer, slug);
  const known = mayLag && now ? await remembered.get(now.study.id)?.catch(() => undefined) : undefined;
  return known && now && maySuffice(known, now) ? known.rows.stamp : (now?.stamp ?? null);
}

/**
 * Where answers arrive faster than their intervals are computed, everybody is shown those whose computing began, for
 * a while: else each answer would begin it again, and it would never end. Whoever withdrew is gone at once all the same.
 */
const maySuffice = ({ byKind, marks, readAt }: CachedRows, now: StudyStamp): boolean =>
  marks === now.marks && [...byKind.values()].some(isWorking) && Date.now() - readAt < maxLagMs;

type Facts = Omit<StudyFacts, "design" | "benchmark"> & {
  /** The plan, as JSON. */
  draft: string;
  benchmark: Omit<StudyFacts["benchmark"], "published">;
};
type StudyStamp = {
  stamp: string;
  /** Of everything but how many answers there are. */
  marks: string;
  /** Of the runs alone. */
  runs: string;
  study: Facts;
};
type StampRow = Facts & {
  sittings: string;
  included: string | null;
  revisions: number;
  reports: string;
  runs: string;
};

/**
 * In SQL: every page asks, and Prisma has no digests. A closed study takes no answers: there the sittings alone tell what
 * happened. Who is left out and let in again looks as before: what was read between the two mustn't pass for the same.
 */
async function readStamp(viewer: Staff, slug: string): Promise<StudyStamp | null> {
  const found = await lookUpStudyRow<StampRow>(viewer, slug, {
    name: "stamp",
    columns: `seen.slug, seen.title, seen.state::text, seen.is_demo AS "isDemo", seen.has_simulated AS "hasSimulated",
      seen.reference_run_id AS "referenceRunId", seen.comparator_run_id AS "comparatorRunId",
      seen.opened_at AS "openedAt", seen.closed_at AS "closedAt", seen.draft::text AS draft,
      json_build_object('id', b.id, 'slug', b.slug, 'name', b.name, 'isDemo', b.is_demo, 'clusterUnit', b.cluster_unit,
        'filters', ${filtersSql("b.id")}) AS benchmark,
      (SELECT json_build_object('people', count(*) FILTER (WHERE NOT is_simulated), 'simulated', count(*) FILTER (WHERE is_simulated))
        FROM sittings WHERE study_id = seen.id AND submitted_at IS NOT NULL) AS finished,
      (SELECT max(id) FROM audit_events WHERE subject_type = 'study' AND subject_id = seen.id::text
        AND action = 'sitting.included') AS included,
      (SELECT md5(coalesce(string_agg(concat_ws(' ', id, state, excluded_at, md5(excluded_reason), erased_at,
          md5(cohort), md5(comprehension::text)), ',' ORDER BY id), '')) FROM sittings WHERE study_id = seen.id) AS sittings,
      CASE WHEN seen.state IN ('open', 'paused') THEN (SELECT count(*)::int FROM sittings s
        JOIN answer_revisions r ON r.sitting_id = s.id WHERE s.study_id = seen.id) ELSE 0 END AS revisions,
      (SELECT md5(coalesce(string_agg(concat_ws(' ', id, withdrawn_at), ',' ORDER BY id), '')) FROM case_reports
        WHERE study_id = seen.id) AS reports,
      concat((SELECT max(id) FROM audit_events WHERE subject_type = 'benchmark' AND subject_id = b.id::text),
        (SELECT md5(coalesce(string_agg(md5(row(m.*)::text), ',' ORDER BY id), '')) FROM model_runs m
          WHERE benchmark_id = b.id)) AS runs`,
    from: "seen JOIN benchmarks b ON b.id = seen.benchmark_id WHERE seen.state <> 'draft' AND seen.opened_at IS NOT NULL",
  });
  if (!found) return null;
  const { sittings, included, revisions, reports, runs, ...study } = found;
  const facts = JSON.stringify([
    study.id,
    study.title,
    study.state,
    sittings,
    `${included}`,
    reports,
    runs,
    ...study.benchmark.filters,
  ]);
  const stamp = createHash("sha256").update(`${facts} ${revisions}`).digest("base64url").slice(0, 22);
  return { stamp, marks: facts, runs, study };
}

async function readRows(
  { stamp, marks, runs: runsMark, study }: StudyStamp,
  known?: CachedRows,
): Promise<CachedRows> {
  const { draft, ...draftless } = study;
  const design = known?.design === draft ? known.rows.study.design : parsePlan(JSON.parse(draft));
  // An import changes what models answered, and what is told of tracks and cases beside what was frozen.
  const same = known?.runs === runsMark ? known.rows : null;
  const published = same ? same.study.benchmark.published : await readPublished(draftless.benchmark.id);
  const comparatorCandidates = known
    ? known.rows.study.comparatorCandidates
    : await countCandidates(draftless.id);
  const benchmark = { ...draftless.benchmark, published };
  const facts = { ...draftless, comparatorCandidates, benchmark, design };
  const tracks = same?.tracks ?? (await listTracks(study.id));
  const cases = await listCases(facts, same?.cases ?? null);
  const runs = same?.runs ?? (await readRuns(facts, cases));
  const isOfOneKind = kindsOfCases(cases).length === 1;
  const frame = same ? same.frame : isOfOneKind ? await readFrame(facts, tracks, cases) : null;
  // With other right answers each has another score, and the order of cases may be another.
  const kept = same && known ? { rows: same, revisions: known.revisions } : null;
  const answers = await readAnswers(study.id, cases, kept);
  const rows = assembleRows({ stamp, study: facts, tracks, cases, runs, frame, answers });
  const revisions = new Map([...answers].map(([id, person]) => [id, person.revisions]));
  const byKind = await partByKind(rows, same ? known?.byKind : undefined);
  return { rows, byKind, readAt: Date.now(), marks, design: draft, runs: runsMark, revisions };
}

/** In SQL: Prisma reads no part of a text, and a manifest can be long. */
async function countCandidates(studyId: string): Promise<number | null> {
  const [found] = await db.$queryRaw<{ candidates: number | null }[]>`
    SELECT (content::json #>> '{comparator,unserved,candidates}')::int AS candidates
    FROM study_manifests WHERE study_id = ${studyId}::uuid`;
  return found?.candidates ?? null;
}

/** Whose published cases the benchmark has by an admin's word, as long as they are the same as then. In SQL: Prisma has no digests. */
async function readPublished(benchmarkId: number): Promise<Paper | null> {
  const [found] = await db.$queryRaw<{ named: string }[]>`
    SELECT published_as AS named FROM benchmarks
    WHERE id = ${benchmarkId} AND published_digest = digest_of_cases(id)`;
  return papers.find((paper) => paper === found?.named) ?? null;
}

/** The cases and answers of all kinds together, and of each by itself. */
type Whole = { rows: StudyRows; byKind: readonly StudyRows[] };
type KindQuery = { kind?: unknown; track?: unknown };

/** Of the kind that an address names, or else of that of the track it names; of the study's first where it names neither. */
export function chooseKind({ rows, byKind }: Whole, { kind, track }: KindQuery): StudyRows {
  return (
    byKind.find((one) => one.kind === kind) ??
    byKind.find(({ tracks }) => tracks.some(({ name }) => name === track)) ??
    byKind[0] ??
    rows
  );
}
