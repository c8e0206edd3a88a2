import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import {
  countServed,
  findProblems,
  findWarnings,
  mostCases,
  type Facts,
} from "#lib/studies/findings/findings.ts";
import { countEligible, listEligible, resolveReference } from "#lib/studies/frame/queries.ts";
import type { Study } from "#lib/studies/queries.ts";
import { drawSample, type SampleResult } from "#lib/studies/sampling/sampling.ts";
import type { Finding } from "#lib/studies/schema.ts";

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
  if (!benchmark) return { benchmark: null, tracks: [], referenceFound: false, sample: null };
  const { frame } = design;
  const run = frame.reference && (await resolveReference(viewer, benchmark.id, frame.reference));
  const referenceFound = frame.reference === null || run !== null;
  const tracks = await countEligible(viewer, benchmark.id, frame);
  // More than anybody is asked: said as a problem, and drawing it could take a minute.
  const isDrawn = referenceFound && countServed(design.sample) <= mostCases;
  const sample = isDrawn ? await drawDraft(viewer, benchmark.id, design) : null;
  const { slug, name, isDemo } = benchmark;
  return { benchmark: { slug, name, isDemo }, tracks, referenceFound, sample };
}

/** The sample of a draft whose reference, if it has one, is there. */
export async function drawDraft(
  viewer: Viewer<"admin">,
  benchmarkId: number,
  design: Study["design"],
): Promise<SampleResult> {
  const { attention, practice } = design.sample;
  const withEasy = [attention, practice].some(({ count, cases }) => count > cases.length);
  return drawSample(design, await listEligible(viewer, benchmarkId, design.frame, { withEasy }));
}
