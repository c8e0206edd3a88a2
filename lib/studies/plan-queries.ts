import "server-only";
import { type Viewer, hasRole } from "#lib/auth/viewer.ts";
import { env } from "#lib/env.ts";
import { isLocalAddress } from "#lib/paths.ts";
import { findProblems, maxCases, type Facts } from "#lib/studies/findings/problems.ts";
import { findWarnings } from "#lib/studies/findings/warnings.ts";
import {
  countEligible,
  countUnserved,
  listBenchmarkRuns,
  listEligible,
  type StoredRun,
} from "#lib/studies/frame/queries.ts";
import type { Study } from "#lib/studies/queries.ts";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { checkRatedOnce, countAlike } from "#lib/studies/sampling/rated-once-queries.ts";
import { drawSample, type SampleResult } from "#lib/studies/sampling/sampling.ts";
import { isSameRun, listCandidates } from "#lib/studies/run-names.ts";
import { measureSample, type SampleReading } from "#lib/studies/reading/queries.ts";
import { measureArms } from "#lib/studies/arms/queries.ts";
import { countServed } from "#lib/studies/strata/schema.ts";
import { readTexts, type PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { type Finding, parseWords } from "#lib/studies/schema.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { armsAsRead, questionsAsRead } from "#lib/studies/texts/field-values.ts";

export type StudyPlan = { facts: Facts; problems: Finding[]; warnings: Finding[] };

/** What a draft would become if it opened now, and what stands against it. */
export async function getPlan(
  viewer: Viewer<"admin">,
  { benchmark, design }: Pick<Study, "benchmark" | "design">,
): Promise<StudyPlan> {
  const facts = await gatherFacts(viewer, benchmark, design);
  return { facts, problems: findProblems(design, facts), warnings: findWarnings(design, facts) };
}

async function gatherFacts(
  viewer: Viewer<"admin">,
  benchmark: Study["benchmark"],
  design: Study["design"],
): Promise<Facts> {
  const localAddress = isLocalAddress(env.baseUrl) ? env.baseUrl : null;
  const unknown = { runs: [], comparatorUnanswered: null, unserved: null, ...unread, localAddress };
  if (!benchmark) return { benchmark: null, tracks: [], referenceFound: false, sample: null, ...unknown };
  const { frame } = design;
  const runs = await listBenchmarkRuns(viewer, benchmark.id);
  const { reference } = frame;
  const referenceFound = reference === null || runs.some((run) => isSameRun(run, reference));
  const tracks = await countEligible(viewer, benchmark.id, frame);
  // More than anybody is asked: said as a problem, and drawing it could take a minute.
  const isDrawn = referenceFound && countServed(design.sample) <= maxCases;
  const eligible = isDrawn ? await listDraftCases(viewer, benchmark.id, design) : null;
  const sample = eligible && drawSample(design, eligible);
  const { slug, name, isDemo, filters } = benchmark;
  const known = { benchmark: { slug, name, isDemo, filters }, tracks, referenceFound, sample, runs };
  const read = sample?.ok ? await measureSample(viewer, sample.plan, design) : unread;
  const arms = sample?.ok
    ? await measureArms(viewer, benchmark.id, design.assignment.arms, sample.plan)
    : undefined;
  return {
    ...known,
    ...read,
    noLongerAlike: eligible ? await checkRatedOnce(viewer, eligible, design.sample) : [],
    alike: sample?.ok ? await countAlike(viewer, sample.plan.cases) : 0,
    arms,
    localAddress,
    ...(await readComparator(viewer, benchmark.id, design, known)),
  };
}

const unread: SampleReading = { reading: null, orders: null, sameTexts: null, spared: null };

/** What is known of the run that people are to be held against. */
async function readComparator(
  viewer: Viewer<"admin">,
  benchmarkId: number,
  design: Study["design"],
  { runs, sample }: { runs: readonly StoredRun[]; sample: SampleResult | null },
): Promise<Pick<Facts, "comparatorUnanswered" | "unserved">> {
  const { frame, claims } = design;
  const comparator = claims?.comparator;
  if (comparator?.by === "name") {
    const counted = await countEligible(viewer, benchmarkId, {
      ...frame,
      reference: { ...comparator.run, threshold: 0 },
    });
    const comparatorUnanswered = counted.reduce((sum, { unanswered }) => sum + unanswered, 0);
    return { comparatorUnanswered, unserved: null };
  }
  if (comparator?.by !== "unserved_cases" || !sample?.ok)
    return { comparatorUnanswered: null, unserved: null };
  const served = sample.plan.cases.map(({ versionId }) => versionId);
  const candidates = listCandidates(runs, design);
  const unserved = await countUnserved(viewer, { benchmarkId, frame, candidates, served });
  return { comparatorUnanswered: null, unserved };
}

/** The sample of a draft whose reference, if it has one, is there. */
export const drawDraft = async (
  viewer: Viewer<"admin">,
  benchmarkId: number,
  design: Study["design"],
): Promise<SampleResult> => drawSample(design, await listDraftCases(viewer, benchmarkId, design));

function listDraftCases(
  viewer: Viewer<"admin">,
  benchmarkId: number,
  { frame, sample: { attention, practice, pairBy } }: Study["design"],
): Promise<EligibleCase[]> {
  const withEasy = [attention, practice].some(({ count, cases }) => count > cases.length);
  return listEligible(viewer, benchmarkId, frame, { withEasy, pairBy });
}

type Design = Study["design"];
export type WordsAsRead = {
  texts: PlanReading["texts"];
  questions: Design["questions"];
  arms: Design["assignment"]["arms"];
};

type TextStudy = Pick<Study, "id" | "state" | "design" | "benchmark">;

/** The study's own words as participants read them: what was frozen, or what a draft's fields would become now. */
export async function getWordsAsRead(
  viewer: Staff,
  { id, state, design, benchmark }: TextStudy,
): Promise<WordsAsRead> {
  const isDraft = state === "draft";
  // Whoever may only read gets no sample of a draft, and with it no minutes.
  const known =
    isDraft && hasRole(viewer, ["admin"])
      ? (await getPlan(viewer, { benchmark, design })).facts
      : { reading: null, benchmark };
  const frozen = isDraft
    ? []
    : await db.studyText.findMany({
        where: { studyId: id },
        select: { language: true, content: true },
        orderBy: { version: "asc" },
      });
  const words = frozen.map(({ language, content }) => ({ language, words: parseWords(content) }));
  return {
    texts: readTexts(design, words, known),
    questions: isDraft ? questionsAsRead(design, known) : design.questions,
    arms: isDraft ? armsAsRead(design, known) : design.assignment.arms,
  };
}
