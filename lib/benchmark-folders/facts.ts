import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { CardFacts } from "#lib/benchmark-folders/card.ts";
import { answerColumns, type FolderColumn } from "#lib/benchmark-folders/columns.ts";
import {
  type BenchmarkFacts,
  countChanged,
  participantsKey,
  readBenchmark,
} from "#lib/benchmark-folders/folder-queries.ts";
import {
  type Baseline,
  folderFormat,
  type FolderRequest,
  type StudyInFolder,
} from "#lib/benchmark-folders/schema.ts";
import { writeLineage } from "#lib/benchmarks/lineage/document.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { hashOf } from "#lib/canonical.ts";
import { fail, type Result, succeed } from "#lib/result.ts";
import { getManifest } from "#lib/studies/queries.ts";
import { isRunning } from "#lib/studies/schema.ts";
import { listFilters } from "#lib/studies/selectors/schema.ts";
import { type Column, ownColumns } from "#lib/study-exports/columns.ts";
import { readColumns, readRowsPage } from "#lib/study-exports/rows/row-queries.ts";
import type { ManyStudies } from "#lib/study-exports/rows/snapshot-queries.ts";
import type { ExportKind, ExportRow } from "#lib/study-exports/schema.ts";
import { makeSource, type RunQuery, type Source } from "#lib/study-exports/source.ts";
import { findPlainArm, formatArmName, variesCases } from "#lib/study-results/arms/place.ts";
import { computeHeadline } from "#lib/study-results/overview/headline.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getAnalysed, hasRight } from "#lib/study-results/rows/choices.ts";
import type { WholeRows } from "#lib/study-results/rows/rows-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { countedStrata, mainView, type Population, type View } from "#lib/study-results/schema.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

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
  const { name, description, isDemo, digest, clusterUnit } = benchmark;
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
      ...(clusterUnit && { clusterUnit }),
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
  const { ratedOnce } = study.design.sample;
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
    ...(ratedOnce && { ratedOnce }),
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

type StudyAnswers = {
  slug: string;
  who: Population;
  people: number;
  columns: readonly FolderColumn[];
  read: () => AsyncGenerator<ExportRow[]>;
};

const rowsAtOnce = 500;

/** Of people, or of simulated ones where there are no others; never of both together. */
const whoOf = ({ rows: { has } }: Pick<WholeRows, "rows">): Population =>
  has.simulated && !has.people ? "simulated" : "people";

/**
 * The answers of a study that its figures are made of: no practice, no check, no repeat, and nobody who is left out. Where arms
 * show cases otherwise, those to cases as the benchmark has them.
 */
async function openAnswers(whole: WholeRows, ask: RunQuery): Promise<StudyAnswers> {
  const { study } = whole.rows;
  const who = whoOf(whole);
  const choices = { numbers: "random", key: participantsKey(study.id), who, texts: "without" } as const;
  const all = makeSource(whole, ask, choices);
  const plain = findPlainArm(study.design);
  const isOfPlain = (arm: number | null | undefined) => plain === null || arm == null || arm === plain;
  const counted = all.people.filter(({ person }) => person.exclusions.length === 0 && isOfPlain(person.arm));
  const source = { ...all, people: counted.map((one, i) => ({ ...one, number: i + 1 })) };
  const { answers, cases } = await readColumns(source);
  return {
    slug: study.slug,
    who,
    people: source.people.length,
    columns: chooseColumns(answers),
    async *read() {
      const digests = await readDigests(source, cases);
      for await (const rows of readPages(source, "answers", answers))
        yield rows
          .filter((row) => isCounted(row) && isAsItIs(row))
          .map((row) => ({
            ...row,
            study: study.slug,
            case_sha256: digests.get(nameOf(row)) ?? null,
          }));
    },
  };
}

const isCounted = ({ stratum, repeats }: ExportRow): boolean =>
  countedStrata.some((one) => one === stratum) && (repeats ?? null) === null;

const isAsItIs = ({ variation }: ExportRow): boolean => (variation ?? null) === null;

const nameOf = ({ track, case: key }: ExportRow): string => JSON.stringify([track, key]);

async function* readPages(
  source: Source,
  kind: ExportKind,
  columns: readonly Column[],
): AsyncGenerator<readonly ExportRow[]> {
  for (let after: string | null = null; ;) {
    const page = await readRowsPage(source, kind, columns, { after, limit: rowsAtOnce });
    if (typeof page === "string") throw new Error(`the answers of a benchmark lost their place: ${page}`);
    yield page.rows;
    if (page.next === null) return;
    after = page.next;
  }
}

async function readDigests(source: Source, columns: readonly Column[]): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for await (const rows of readPages(source, "cases", columns))
    for (const row of rows.filter(isAsItIs)) digests.set(nameOf(row), String(row["sha256"]));
  return digests;
}

const ownNames = Object.keys(ownColumns("answers", kindNames));
const first: readonly FolderColumn[] = Object.entries(answerColumns.first).map(([name, about]) => ({
  name,
  about,
  type: name === "participant" || name === "position" ? "whole" : "text",
}));

function chooseColumns(columns: readonly Column[]): FolderColumn[] {
  const named = new Set(first.map(({ name }) => name));
  const kept = new Set<string>([...ownNames, ...answerColumns.last]);
  const rest = columns.filter(({ name }) => kept.has(name) && !named.has(name));
  return [...first, ...rest.map(({ name, type, about }) => ({ name, type, about }))];
}

/** Columns of several studies, in one order whatever the studies are. */
export function joinColumns(studies: readonly Pick<StudyAnswers, "columns">[]): FolderColumn[] {
  const byName = new Map(studies.flatMap(({ columns }) => columns).map((column) => [column.name, column]));
  const order = [...first.map(({ name }) => name), ...ownNames, ...answerColumns.last];
  return [...new Set(order)].flatMap((name) => byName.get(name) ?? []);
}
