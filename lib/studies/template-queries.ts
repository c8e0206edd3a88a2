import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { listTrackCases, listTrackNames } from "#lib/studies/frame/names.ts";
import { longestSitting, maxMinutes } from "#lib/studies/findings/texts.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { listCandidates } from "#lib/studies/run-names.ts";
import type { Study } from "#lib/studies/queries.ts";
import type { Spread } from "#lib/studies/reading/reading-time.ts";
import type { Design } from "#lib/studies/schema.ts";
import { casesEachOf, isJudging, isUnhurried } from "#lib/studies/template-texts/judging-templates.ts";
import {
  fitToCases,
  fitToSizes,
  fitToTracks,
  newDesign,
  withoutChecks,
  type TemplateName,
} from "#lib/studies/template.ts";

type Admin = Viewer<"admin">;
type Benchmark = Omit<NonNullable<Study["benchmark"]>, "filters">;

/** A template as a benchmark can have it: nothing is asked that it lacks, and no more of a person than an hour. */
export async function fitTemplate(
  viewer: Admin,
  benchmark: Benchmark,
  template: TemplateName,
  seed: number,
): Promise<Design> {
  const whole = { ...newDesign(template, seed), benchmark: benchmark.slug };
  const tracks = await listTrackCases(db, benchmark.id);
  const plan = (design: Design) => planWhatIsThere(viewer, benchmark, design);
  if (!isJudging(template)) {
    const dialogues = tracks.filter(({ kind }) => kind === "choice");
    const fitted =
      template === "dialogues" && dialogues.length > 0
        ? fitToSizes(whole, dialogues)
        : fitToTracks(whole, await listTrackNames(db, benchmark.id));
    return (await plan(fitted)).design;
  }
  let casesEach = casesEachOf(template);
  for (;;) {
    const { design, reading } = await plan(fitToCases(whole, template, tracks, casesEach));
    const minutes = isUnhurried(template) ? 0 : longestSitting(design, reading);
    if (minutes <= maxMinutes || casesEach === 1) return design;
    casesEach = Math.max(1, Math.min(casesEach - 1, Math.floor((casesEach * maxMinutes) / minutes)));
  }
}

/** Without checks where too few cases are easy, and without a comparator where no run could be one. */
async function planWhatIsThere(
  viewer: Admin,
  benchmark: Benchmark,
  whole: Design,
): Promise<{ design: Design; reading: Spread | null }> {
  const { facts, problems } = await getPlan(viewer, {
    // Who filtered it changes nothing of what fits.
    benchmark: { ...benchmark, filters: [] },
    design: whole,
  });
  const { sample, reading, runs } = facts;
  const lacksChecks =
    sample?.ok === false &&
    sample.shortfalls.some(({ stratum }) => stratum === "attention" || stratum === "practice");
  if (lacksChecks) return planWhatIsThere(viewer, benchmark, withoutChecks(whole));
  // What a run got right of the cases that happen to be left is chance, and a model by whose errors cases are chosen changes them.
  const lacksComparator =
    listCandidates(runs, whole).length === 0 || problems.some(({ code }) => code === "no_unserved_cases");
  const { claims } = whole;
  return {
    design: lacksComparator && claims ? { ...whole, claims: { ...claims, comparator: null } } : whole,
    reading,
  };
}
