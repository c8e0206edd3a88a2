import { randomUUID } from "node:crypto";
import { lookUpPart, lookUpReview } from "#lib/auth/review-scope.ts";
import { operator } from "#lib/auth/operator.ts";
import { saveDecision } from "#lib/reviews/deciding/deciding-mutations.ts";
import { addMember } from "#lib/reviews/plan/member-mutations.ts";
import { createReview } from "#lib/reviews/plan/mutations.ts";
import { openReview } from "#lib/reviews/plan/opening-mutations.ts";
import type { ReviewPart } from "#lib/reviews/plan/schema.ts";
import { casesOfAll } from "#e2e/access-matrix/sample-study.ts";
import { addPerson } from "#e2e/support/people.ts";
import { viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

export type SampleReview = {
  slug: string;
  title: string;
  /** Who decided. */
  memberId: string;
  /** One that could open. */
  draft: { slug: string; title: string; revision: string };
};

/** One that is open, and in which somebody has decided the second item. */
export async function makeReview(): Promise<SampleReview> {
  const title = `Which of them hold? ${randomUUID()}`;
  const named = { title, template: "curated-cases", benchmark: await casesOfAll(), study: null } as const;
  const { slug } = expectValue(await createReview(operator(), named));
  expectValue(await openReview(operator(), slug, { revision: 0 }));
  const annotator = await addPerson("participant", { name: "Somebody else who decides" });
  await giveParts(slug, annotator.handle, ["annotator"]);
  const part = await lookUpPart(viewerFor({ ...annotator, secretHash: null }), slug);
  if (!part) throw new Error("the annotator has no part");
  const said = { id: randomUUID(), clientAt: new Date(), agoMs: 0, comment: "" };
  expectValue(await saveDecision(part, { number: 2, round: 1, accepts: true, reason: null, ...said }));
  const drafted = { ...named, title: `${title} Once more` };
  const draft = expectValue(await createReview(operator(), drafted));
  return {
    ...{ slug, title, memberId: annotator.id },
    draft: { slug: draft.slug, title: drafted.title, revision: "0" },
  };
}

export async function giveParts(slug: string, handle: string, parts: ReviewPart[]): Promise<void> {
  const review = await lookUpReview(operator(), { slug }, {});
  if (!review) throw new Error(`there is no review ${slug}`);
  expectValue(await addMember(operator(), review.id, { handle, parts }));
}
