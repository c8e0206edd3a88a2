import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { writeLineage } from "#lib/benchmarks/lineage/document.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { openAnswers, whoOf, type StudyAnswers } from "#lib/benchmark-folders/answers.ts";
import type { CardFacts } from "#lib/benchmark-folders/card.ts";
import { countChanged, readBenchmark, type BenchmarkFacts } from "#lib/benchmark-folders/folder-queries.ts";
import {
  folderFormat,
  type FolderRequest,
  type StudyInFolder,
  type Baseline,
} from "#lib/benchmark-folders/schema.ts";
import { hashOf } from "#lib/canonical.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { findPlainArm, formatArmName, variesCases } from "#lib/study-results/arms/place.ts";
import { getManifest } from "#lib/studies/queries.ts";
import { listFilters } from "#lib/studies/selectors/schema.ts";
import { isRunning } from "#lib/studies/schema.ts";
import type { ManyStudies } from "#lib/study-exports/rows/snapshot-queries.ts";
import type { WholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { computeHeadline } from "#lib/study-results/overview/headline.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getAnalysed, hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, type View, type Population } from "#lib/study-results/schema.ts";

export type FolderProblem =
  | "no_cases"
  /** Of another benchmark, a draft, or none at all. */
  | "no_such_study"
  | "not_closed"
  /** Cases of the study have been changed since: its answers are about what is no longer in the benchmark. */
  | "cases_changed"
  | "no_answers"
  /** Its arms show every case otherwise than the benchmark does. */
  | "no_plain_arm";

/** All that a folder says, before any of its files is written. */
export type FolderFacts = CardFacts & {
  benchmark: BenchmarkFacts;
  /** Its file, where anything was recorded of where the cases come from. */
  lineage: string | null;
  answers: readonly StudyAnswers[];
  studyIds: readonly { id: SeenStudyId; slug: string }[];
};

export async function gatherFacts(
  viewer: Viewer<"admin">,
  benchmarkId: number,
  { study: _slugs, ...stated }: FolderRequest,
  { studies, ask }: Pick<ManyStudies, "studies" | "ask">,
): Promise<Result<FolderFacts, FolderProblem>> {
  const benchmark = await readBenchmark(viewer, ask, benchmarkId);
  const cases = benchmark?.tracks.reduce((sum, track) => sum + track.cases, 0) ?? 0;
  if (!benchmark || cases === 0) return fail("no_cases");
  const told: Omit<StudyInFolder, "answers">[] = [];
  const answers: StudyAnswers[] = [];
  for (const whole of studies) {
    const refused = await refuseStudy(whole, benchmarkId, ask);
    if (refused) return refused;
    const opened = await openAnswers(whole, ask);
    if (opened.people === 0) return fail("no_answers", { study: whole.rows.study.title });
    answers.push(opened);
    told.push(await describeStudy(whole, opened));
  }
  const chain = await getLineage(viewer, benchmarkId);
  const lineage = chain && writeLineage(chain).content;
  const dates = [benchmark.newest, ...studies.map(({ rows }) => rows.study.closedAt)];
  const { name, description, isDemo, digest } = benchmark;
  const filters = listFilters(benchmark);
  return succeed({
    benchmark,
    chain,
    lineage,
    answers,
    kinds: benchmark.kinds,
    studyIds: studies.map(({ rows: { study } }) => ({ id: study.id, slug: study.slug })),
    description: {
      format: folderFormat,
      name,
      description,
      isDemo,
      digest,
      cases,
      stated,
      tracks: benchmark.tracks.map(({ id: _id, ...track }) => track),
      asOf: new Date(Math.max(...dates.map((date) => date?.getTime() ?? 0))).toISOString(),
      studies: told,
      lineage: lineage && hashOf(lineage),
      ...(filters.length > 0 && { filters }),
    },
  });
}

async function refuseStudy({ rows: { study } }: WholeRows, benchmarkId: number, ask: ManyStudies["ask"]) {
  const about = { study: study.title };
  if (study.benchmark.id !== benchmarkId) return fail("no_such_study", { study: study.slug });
  if (isRunning(study.state) || study.closedAt === null) return fail("not_closed", about);
  if (variesCases(study.design) && findPlainArm(study.design) === null) return fail("no_plain_arm", about);
  const changed = await countChanged(ask, study.id);
  return changed === 0 ? null : fail("cases_changed", { ...about, cases: String(changed) });
}

function describeArms(design: WholeRows["rows"]["study"]["design"]): StudyInFolder["arms"] {
  const { arms } = design.assignment;
  if (!arms) return null;
  const names = arms.arms.map(({ name }) => name);
  return { differ: arms.differ, names, shown: formatArmName(design, findPlainArm(design)) };
}

async function describeStudy(
  whole: WholeRows,
  { who, people }: StudyAnswers,
): Promise<Omit<StudyInFolder, "answers">> {
  const { study } = whole.rows;
  const { reference } = study.design.frame;
  const manifest = await getManifest(study.id);
  return {
    study: study.slug,
    title: study.title,
    who,
    isDemo: study.isDemo,
    people,
    openedAt: study.openedAt.toISOString(),
    closedAt: (study.closedAt ?? study.openedAt).toISOString(),
    plan: manifest && manifest.hash,
    arms: describeArms(study.design),
    selection: reference
      ? { model: reference.model, method: reference.method, version: reference.version ?? "" }
      : null,
    baselines: whole.byKind.map((rows) => computeBaseline(rows, whoOf(whole))),
  };
}

/**
 * What the study's own first screen says of people, of the cases of one kind: the same functions, to the last digit. Where arms
 * show cases otherwise, what the page of arms says of the one that shows them as they are.
 */
function computeBaseline(rows: StudyRows, who: Population): Baseline {
  const arm = findPlainArm(rows.study.design);
  const view: View = { ...mainView(who), arm, kind: rows.kinds.length > 1 ? rows.kind : null };
  const about = { kind: rows.kind, stratum: view.stratum };
  const none = { accuracy: null, low: null, high: null };
  const { level } = getIntervals(rows, view);
  if (!hasRight(rows)) {
    const { people, cases, answers } = getAnalysed(rows, view);
    const n = { people: people.length, cases: cases.length, answers: answers.length };
    return { ...about, ...n, ...none, level, reason: "no_right_answers" };
  }
  const headline = computeHeadline(rows, view);
  const { n, isClaimable } = headline;
  const counts = { people: n.people, cases: n.cases, answers: n.answers };
  if (!isClaimable) return { ...about, ...counts, ...none, level, reason: "too_few" };
  const { accuracy, interval } = headline.people;
  const { low, high, reason } = interval;
  return { ...about, ...counts, accuracy, low, high, level, reason };
}
