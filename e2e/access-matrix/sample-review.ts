import { randomUUID } from "node:crypto";
import { lookUpPart, lookUpReview, type OwnPart } from "#lib/auth/review-scope.ts";
import { operator } from "#lib/auth/operator.ts";
import { saveDecision } from "#lib/reviews/deciding/mutations.ts";
import { giveBack } from "#lib/reviews/queue/mutations.ts";
import { addMember } from "#lib/reviews/plan/member-mutations.ts";
import { createReview } from "#lib/reviews/plan/mutations.ts";
import { openReview } from "#lib/reviews/plan/opening-mutations.ts";
import type { ReviewPart } from "#lib/reviews/plan/schema.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { addPerson } from "#e2e/support/people.ts";
import { settingsOf } from "#lib/reviews/plan/templates.ts";
import { decideNext, makeDecision, take } from "#lib/reviews/testing/working.ts";
import { viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

export type SampleReview = {
  slug: string;
  title: string;
  /** Who decided. */
  memberId: string;
  /** One that could open. */
  draft: { slug: string; title: string; revision: string };
  /** The item that the participant decided, as its address has it. */
  decided?: string;
};

// Made once: no review changes what it takes its items from. So many that there is always one to decide.
let benchmark: Promise<string> | undefined;
const someCases = () => (benchmark ??= importBenchmark({ Literary: 40 }).then(({ slug }) => slug));

/** Nothing is checked, so that what was decided can be changed. */
function uncheckedSettings() {
  const settings = settingsOf("curated-cases");
  const bands = [{ from: 0, rateFrom: 0, rateTo: 0 }];
  return { ...settings, coverage: { ...settings.coverage, first: 0, bands } };
}

/** One that is open, and in which somebody has decided the second item. */
export async function makeReview(): Promise<SampleReview> {
  const title = `Which of them hold? ${randomUUID()}`;
  const named = { title, template: "curated-cases", benchmark: await someCases(), study: null } as const;
  const { slug } = expectValue(await createReview(operator(), { ...named, settings: uncheckedSettings() }));
  expectValue(await openReview(operator(), slug, { revision: 0 }));
  const annotator = await addPerson("participant", { name: "Somebody else who decides" });
  await giveParts(slug, annotator.handle, ["annotator"]);
  const part = await partOf({ ...annotator, secretHash: null }, slug);
  await take(part, "decide", 2);
  expectValue(await saveDecision(part, makeDecision(2)));
  expectValue(await giveBack(part, { step: "decide", items: [1] }));
  const drafted = { ...named, title: `${title} Once more` };
  const draft = expectValue(await createReview(operator(), drafted));
  return {
    slug,
    title,
    memberId: annotator.id,
    draft: { slug: draft.slug, title: drafted.title, revision: "0" },
  };
}

export async function giveParts(slug: string, handle: string, parts: ReviewPart[]): Promise<void> {
  const review = await lookUpReview(operator(), { slug }, {});
  if (!review) throw new Error(`there is no review ${slug}`);
  expectValue(await addMember(operator(), review.id, { handle, parts }));
}

/** With every part of a queue, and the first item that was free decided. */
export async function giveQueue(slug: string, self: Omit<Member, "secretHash">): Promise<number> {
  const person = { ...self, secretHash: null };
  await giveParts(slug, person.handle, ["annotator", "reviewer", "auditor"]);
  const { number } = await decideNext(await partOf(person, slug));
  return number;
}

type Member = Parameters<typeof viewerFor>[0];

async function partOf(person: Member, slug: string): Promise<OwnPart> {
  const part = await lookUpPart(viewerFor(person), slug);
  if (!part) throw new Error(`${person.name} has no part in ${slug}`);
  return part;
}
