import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { openParts } from "#lib/study-results/across/across-queries.ts";
import { getPersonTexts } from "#lib/study-results/people/person-queries.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import {
  begin,
  consent,
  expectValue,
  finish,
  numberOf,
  useTrialStudies,
  type Sitter,
} from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies();
const parts = { questions: { reason: "optional" as const }, rules: { interim: true } };

async function say(sitter: Sitter, revision: number, given: Partial<AnswerValue>): Promise<void> {
  const { viewer, sittingId } = sitter;
  const value = answerValue.parse({ activeMs: 1000 * revision, ...given });
  const sent = { sittingId, position: 1, id: randomUUID(), revision, value, clientAt: new Date() };
  expectValue(await saveAnswer(viewer, sent));
}

async function makeResearcher(studyId?: string) {
  const person = await makePerson({ role: "researcher" });
  if (studyId) expectValue(await addMember(trial.viewer, { studyId, userId: person.id }));
  return viewerFor({ ...person, role: "researcher" as const });
}

describe("what only one participant's page needs", () => {
  test("are the reasons as they stand and the changes of a choice, not every word that was typed", async () => {
    const study = await trial.open(parts);
    const sitter = await begin(study);
    await say(sitter, 1, { choice: 0 });
    await say(sitter, 2, { choice: 0, reason: "He" });
    await say(sitter, 3, { choice: 2, reason: "He names the harbour." });
    const number = await numberOf(sitter);
    const texts = await getPersonTexts(trial.viewer, { slug: study.slug, number });
    expect([...(texts?.reasons ?? [])]).toEqual([[1, "He names the harbour."]]);
    const changes = texts?.revisions.get(1) ?? [];
    expect(changes.map(({ revision }) => revision)).toEqual([1, 3]);
    // By the place in the case's own order, whatever was shown where.
    expect(new Set(changes.map(({ decision }) => decision)).size).toBe(2);
    expect(changes.every(({ afterMs }) => afterMs !== null && afterMs >= 0)).toBe(true);
  });

  test("are there for the study's own team alone", async () => {
    const study = await trial.open(parts);
    const number = await numberOf(await begin(study));
    const ask = async (viewer: Awaited<ReturnType<typeof makeResearcher>>) =>
      getPersonTexts(viewer, { slug: study.slug, number });
    expect(await ask(await makeResearcher(study.id))).toMatchObject({ submittedAt: null });
    expect(await ask(await makeResearcher())).toBeNull();
  });

  test("are gone at once for who withdraws, and not there before somebody begins", async () => {
    const study = await trial.open(parts);
    const sitter = await begin(study);
    await say(sitter, 1, { choice: 1, reason: "The bells." });
    const asked = { slug: study.slug, number: await numberOf(sitter) };
    expect((await getPersonTexts(trial.viewer, asked))?.reasons.size).toBe(1);
    expectValue(await withdrawSitting(trial.viewer, study.id, asked.number, { erase: false }));
    expect(await getPersonTexts(trial.viewer, asked)).toBeNull();
    const number = await numberOf(await consent(study));
    expect(await getPersonTexts(trial.viewer, { slug: study.slug, number })).toBeNull();
  });
});

test("studies are put beside each other for whoever belongs to them, and drafts for nobody", async () => {
  const [own, other] = [await trial.open(parts), await trial.open(parts)];
  const draft = await trial.draft();
  await finish(own, 5, 9000);
  await finish(other, 5, 9000);
  const study = [own.slug, other.slug, draft.slug, "no-such-study"];
  const titles = async (viewer: Parameters<typeof openParts>[0]) =>
    (await openParts(viewer, { study })).parts.map(({ rows }) => rows.study.slug);
  expect(await titles(trial.viewer)).toEqual([own.slug, other.slug]);
  expect(await titles(await makeResearcher(own.id))).toEqual([own.slug]);
});
