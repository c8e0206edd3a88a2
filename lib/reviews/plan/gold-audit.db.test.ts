import { beforeAll, expect, test } from "vitest";
import { getReview, getFindings, getReviewManifest } from "#lib/reviews/plan/queries.ts";
import { agreementRule, parseReviewManifest } from "#lib/reviews/plan/manifest.ts";
import { createReview, saveSettings } from "#lib/reviews/plan/mutations.ts";
import { openReview } from "#lib/reviews/plan/opening-mutations.ts";
import type { ReviewSettings } from "#lib/reviews/plan/schema.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import {
  answerCase,
  begin,
  expectValue,
  useTrialStudies,
  type TrialStudy,
} from "#lib/testing/trial-study.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { db } from "#lib/db.ts";

const { viewer, open } = await useTrialStudies({ cases: 20 });
let study: TrialStudy;

/** Of a case's four options in the order of the file, where somebody finds one that isn't right, or the right one. */
async function placeOf(sittingId: string, position: number, wanted: "right" | "wrong"): Promise<number> {
  const { optionOrder, studyCase } = await db.servedCase.findUniqueOrThrow({
    where: { sittingId_position: { sittingId, position } },
    select: {
      optionOrder: true,
      studyCase: { select: { caseVersion: { select: { gold: { select: { choice: true } } } } } },
    },
  });
  const gold = studyCase.caseVersion.gold?.choice ?? 0;
  return optionOrder.indexOf(wanted === "right" ? gold : (gold + 1) % 4);
}

// Five people: of the five cases the first two are wrong for all, the third for three, the others for nobody.
beforeAll(async () => {
  study = await open({ assignment: { caseOrder: "fixed" } });
  for (let person = 0; person < 5; person++) {
    const sitter = await begin(study);
    for (let position = 1; position <= 5; position++) {
      const isWrong = position <= 2 || (position === 3 && person < 3);
      const choice = await placeOf(sitter.sittingId, position, isWrong ? "wrong" : "right");
      await answerCase(sitter, position, { choice });
    }
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  }
});

async function draft(agreement: ReviewSettings["agreement"] = { people: 3, share: 0.6 }) {
  const named = {
    title: "Is it right?",
    template: "gold-audit",
    benchmark: null,
    study: study.slug,
  } as const;
  const { slug } = expectValue(await createReview(viewer, named));
  const review = await getReview(viewer, slug);
  if (!review) throw new Error("it is gone");
  const settings = { ...review.settings, agreement };
  expectValue(await saveSettings(viewer, slug, { revision: 0, settings }));
  return { ...review, settings };
}
const codesOf = async (review: Awaited<ReturnType<typeof draft>>) =>
  (await getFindings(review)).problems.map(({ code }) => code);

test("the cases on which people agree against what is held to be right are its items, once the study has closed", async () => {
  expect(await codesOf(await draft())).toEqual(["study_not_closed"]);
  expectValue(await closeStudy(viewer, study.slug));
  const review = await draft();
  expect(review).toMatchObject({ study: { slug: study.slug }, settings: { showGold: true } });
  expect(await codesOf(review)).toEqual([]);
  expect(expectValue(await openReview(viewer, review.slug, { revision: 1 })).items).toBe(3);
  const manifest = parseReviewManifest((await getReviewManifest(review.id))?.content ?? "");
  expect(manifest.study).toMatchObject({ slug: study.slug, rule: agreementRule, answers: "people" });
  const most = await draft({ people: 5, share: 0.8 });
  expect(expectValue(await openReview(viewer, most.slug, { revision: 1 })).items).toBe(2);
  expect(await codesOf(await draft({ people: 6, share: 0.6 }))).toEqual(["no_items"]);
  const unknown = { title: "Whose?", template: "gold-audit", benchmark: null, study: "nowhere" } as const;
  expect(await createReview(viewer, unknown)).toMatchObject({ error: "unknown_study" });
});
