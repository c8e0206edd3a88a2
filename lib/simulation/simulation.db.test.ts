import { describe, expect, test } from "vitest";
import { lookUpStudy } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { createInvitations, inviteSimulated, reissueInvitation } from "#lib/invitations/mutations.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { finalDecisions } from "#lib/reviews/results/items.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { countRealPeople, getSimulation, listRights, listSimulatedPlaces } from "#lib/simulation/queries.ts";
import { truthOf, type SimulatedReview, simulateReview } from "#lib/simulation/review/simulate-review.ts";
import { simulationKey } from "#lib/simulation/schema.ts";
import { quietly } from "#lib/testing/benchmark-files.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { begin, consent, expectValue, finish, useTrialStudies } from "#lib/testing/trial-study.ts";

describe("people", async () => {
  const { viewer, open } = await useTrialStudies();
  const simulated = async (study: { id: string }, count: number) =>
    expectValue(await inviteSimulated(viewer, study.id, { count, seed: 3 }));

  test("who comes by a simulated invitation is marked, with the sitting and the study, and the record says so", async () => {
    const study = await open();
    const marked = () =>
      db.study.findUniqueOrThrow({ where: { id: study.id } }).then((found) => found.hasSimulated);
    const person = await consent(study);
    expect(await marked()).toBe(false);
    const [invitation] = await simulated(study, 2);
    const { sittingId } = await consent({ link: invitation?.code ?? "" });
    const sitting = await db.sitting.findUniqueOrThrow({ where: { id: sittingId }, include: { user: true } });
    expect([sitting.isSimulated, sitting.user.isSimulated, await marked()]).toEqual([true, true, true]);
    const real = await db.sitting.findUniqueOrThrow({
      where: { id: person.sittingId },
      include: { user: true },
    });
    expect([real.isSimulated, real.user.isSimulated]).toEqual([false, false]);
    expect(await countRealPeople(viewer, study.id)).toBe(1);
    const events = await db.auditEvent.findMany({
      where: { action: "study.simulated", subjectId: study.id },
      select: { details: true },
    });
    expect(events).toEqual([{ details: { people: 2, seed: 3 } }]);
  });

  test("a re-issued link stays its person's, marked as before", async () => {
    const study = await open();
    const [first, second, third] = await simulated(study, 3);
    if (!first || !second || !third) throw new Error("no invitations");
    await expectValue(await createInvitations(viewer, study.id, { count: 1, cohort: null, expiresAt: null }));
    const sat = await begin({ link: second.code });
    await finish({ link: third.code }, 5, 1000);
    const renewed = expectValue(await reissueInvitation(viewer, study.id, second.id));
    const again = expectValue(await reissueInvitation(viewer, study.id, renewed.id));
    expect(await listSimulatedPlaces(viewer, study.id)).toEqual([
      { invitationId: first.id, state: "waiting" },
      { invitationId: again.id, state: "begun" },
      { invitationId: third.id, state: "submitted" },
    ]);
    const { isSimulated } = await db.invitation.findUniqueOrThrow({ where: { id: again.id } });
    expect([isSimulated, sat.sittingId]).toEqual([true, (await consent({ link: again.code })).sittingId]);
  });

  test("what is right is told of a simulated sitting, by the places its options were shown at, and of no other", async () => {
    const study = await open();
    const [invitation] = await simulated(study, 1);
    const { sittingId } = await begin({ link: invitation?.code ?? "" });
    const rights = await listRights(viewer, sittingId);
    const served = await db.servedCase.findMany({
      where: { sittingId },
      include: { studyCase: { include: { caseVersion: { include: { gold: true } } } } },
    });
    expect(rights.size).toBe(5);
    for (const { position, optionOrder, studyCase } of served) {
      const right = rights.get(position);
      expect(optionOrder[right?.option ?? -1]).toBe(studyCase.caseVersion.gold?.choice);
      expect(right?.isCheck).toBe(false);
    }
    const person = await begin(study);
    expect(await listRights(viewer, person.sittingId)).toEqual(new Map());
  });

  test("a simulation that goes on is told to those who may see the study", async () => {
    const study = await open();
    expect(await getSimulation(study.id)).toBeNull();
    const payload = { slug: study.slug, seed: 1, people: 4 };
    const exclusiveKey = simulationKey(study.id);
    const id = await requestJob(viewer, {
      kind: "simulate_people",
      payload,
      benchmarkId: null,
      exclusiveKey,
    });
    expect(await getSimulation(study.id)).toEqual({ state: "queued", done: 0, total: null });
    await db.job.update({ where: { id }, data: { state: "running", done: 1, total: 4 } });
    expect(await getSimulation(study.id)).toEqual({ state: "running", done: 1, total: 4 });
    const stranger = viewerFor({ ...(await makePerson({ role: "researcher" })), role: "researcher" });
    expect(await lookUpStudy(stranger, { id: study.id }, {})).toBeNull();
    await db.job.update({ where: { id }, data: { state: "done", finishedAt: new Date() } });
    expect(await getSimulation(study.id)).toBeNull();
  });
});

describe("reviews", async () => {
  const cases = 900;
  const { viewer, open } = await useTrialReviews({ cases });
  const bands = [
    { from: 0, rateFrom: 1, rateTo: 1 },
    { from: 0.92, rateFrom: 0.5, rateTo: 0.3 },
    { from: 0.95, rateFrom: 0.2, rateTo: 0.1 },
  ];
  const wish: SimulatedReview = {
    annotators: [0.99, 0.97, 0.8],
    reviewers: [1, 1],
    auditors: 1,
    acceptable: 0.75,
    seed: 11n,
    acceptsBatches: true,
  };

  async function rowsOf(slug: string) {
    const rows = await getReviewRows(viewer, slug);
    if (!rows) throw new Error("the review is gone");
    return rows;
  }

  describe("a review by simulated people of known accuracy", async () => {
    thorough("is marked, and its figures recover accuracies, bands and the final error rate", async () => {
      const coverage = { first: 30, by: "estimate", bands } as const;
      const review = await open({ coverage, batchSize: 300, blind: true, secondShare: 0.2, auditRate: 0.1 });
      const { signal } = quietly;
      const summary = expectValue(await simulateReview(viewer, review.slug, wish, { signal }));
      expect(summary).toMatchObject({ decisions: cases, acceptedBatches: 3, members: 6 });
      const rows = await rowsOf(review.slug);
      expect(rows.review.hasSimulated).toBe(true);
      const figures = reviewFigures(rows);
      expect(figures.funnel).toMatchObject({ items: cases, decided: cases, waiting: 0, acceptedBatches: 3 });
      for (const { annotator, naive, weighted, isSimulated, decisions } of figures.annotators) {
        expect(isSimulated).toBe(true);
        expect(decisions).toBeGreaterThan(200);
        const truth = wish.annotators[annotator - 1] ?? 0;
        expect([annotator, (naive.low ?? 1) <= truth && truth <= (naive.high ?? 0)]).toEqual([
          annotator,
          true,
        ]);
        expect([annotator, (weighted.low ?? 1) <= truth && truth <= (weighted.high ?? 0)]).toEqual([
          annotator,
          true,
        ]);
      }
      const strategy = new Map(figures.annotators.map((one) => [one.annotator, one.strategy]));
      expect([strategy.get(1), strategy.get(3)]).toEqual(["light", "full"]);
      const made = { seed: wish.seed, acceptable: wish.acceptable, settings: rows.settings };
      const wrong = finalDecisions(rows).filter(
        ({ item, accepts }) => accepts && !truthOf(made, rows.items[item]?.number ?? 0).accepts,
      ).length;
      const { rate, among } = figures.errors.accepted;
      expect((rate.low ?? 1) <= wrong / among && wrong / among <= (rate.high ?? 0)).toBe(true);
      // Reviewers never err here: they agree with each other, and the auditor with them.
      expect(figures.agreement.reviewers.n).toBeGreaterThan(20);
      expect(figures.agreement.reviewers.agreement.value).toBe(1);
      expect(figures.agreement.audit.done).toBe(summary.audits);
      expect(figures.agreement.audit.disagreedWithRight.count).toBe(0);
      expect(figures.agreement.blind.n).toBe(summary.checks);
    });
  });
});
