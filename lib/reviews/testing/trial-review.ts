import { beforeAll } from "vitest";
import { lookUpPart, lookUpReview, type OwnPart, type SeenReviewId } from "#lib/auth/review-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { createBenchmark, runCaseImport } from "#lib/benchmarks/mutations.ts";
import { carryPredictions } from "#lib/model-runs/stored-runs.ts";
import { addMember } from "#lib/reviews/plan/member-mutations.ts";
import { createReview, closeReview } from "#lib/reviews/plan/mutations.ts";
import { openReview } from "#lib/reviews/plan/opening-mutations.ts";
import {
  discardWord,
  settingsSchema,
  type ReviewPart,
  type ReviewSettings,
} from "#lib/reviews/plan/schema.ts";
import { settingsOf } from "#lib/reviews/plan/templates.ts";
import { caseCsv, quietly, someCases, useFiles } from "#lib/testing/benchmark-files.ts";
import { makeAdmin, makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

export type TrialReview = { id: SeenReviewId; slug: string };
type Coverage = Partial<ReviewSettings["coverage"]>;
type Settings = Partial<Omit<ReviewSettings, "coverage">> & { coverage?: Coverage };

const title = "Who answers?";

/** Of every decision the same share is checked, from the first on. */
export const checkedAt = (rate: number): Coverage => ({
  first: 0,
  bands: [{ from: 0, rateFrom: rate, rateTo: rate }],
});

/** One benchmark for the file, and as many reviews of its cases as wanted. */
export async function useTrialReviews({ cases = 12 }: { cases?: number } = {}) {
  const write = useFiles();
  const viewer = await makeAdmin();
  const benchmark = { id: 0, slug: "" };

  beforeAll(async () => {
    Object.assign(benchmark, await createBenchmark(viewer, { name: "Interviews", description: "" }));
    const files = [{ ...write("cases.csv", caseCsv(someCases(cases))), track: "Literary", language: "en" }];
    const request = { benchmark, files, mode: "store", skipBad: false } as const;
    await runCaseImport(viewer, request, carryPredictions, quietly);
  });

  async function draft(given: Settings = {}): Promise<TrialReview> {
    const template = "curated-cases";
    const whole = settingsOf(template);
    const settings = settingsSchema.parse({
      ...whole,
      batchSize: 4,
      blind: false,
      secondShare: 0,
      auditRate: 0,
      ...given,
      coverage: { ...whole.coverage, ...given.coverage },
    });
    const named = { title, template, benchmark: benchmark.slug, study: null } as const;
    const { slug } = expectValue(await createReview(viewer, { ...named, settings }));
    return seen(viewer, slug);
  }

  async function open(given: Settings = {}, seed = 7n): Promise<TrialReview> {
    const review = await draft(given);
    expectValue(await openReview(viewer, review.slug, { revision: 0, seed }));
    return review;
  }

  /** For good, whatever is in it. */
  const close = ({ slug }: TrialReview) =>
    closeReview(viewer, slug, { confirmation: title, discard: discardWord });

  /** Somebody new with these parts. */
  async function join({ id, slug }: TrialReview, ...parts: ReviewPart[]): Promise<OwnPart> {
    const role = parts.includes("lead") ? "researcher" : "participant";
    const person = await makePerson({ role, name: `Somebody with ${parts.join(" and ")}` });
    expectValue(await addMember(viewer, id, { handle: person.handle, parts }));
    return partOf(viewerFor(person), slug);
  }

  return { viewer, benchmark, draft, open, close, join };
}

async function seen(viewer: Viewer<"admin">, slug: string): Promise<TrialReview> {
  const review = await lookUpReview(viewer, { slug }, { slug: true });
  if (!review) throw new Error(`there is no review ${slug}`);
  return review;
}

/** As it is now. */
export async function partOf(viewer: Viewer, slug: string): Promise<OwnPart> {
  const part = await lookUpPart(viewer, slug);
  if (!part) throw new Error(`nobody’s part in ${slug}`);
  return part;
}
