import { beforeAll, describe, expect, test } from "vitest";
import { lookUpPart, lookUpReview } from "#lib/auth/review-scope.ts";
import { inspectLink } from "#lib/auth/sign-in/ways-in.ts";
import { removeBenchmark } from "#lib/benchmarks/mutations.ts";
import { hashOf } from "#lib/canonical.ts";
import { db } from "#lib/db.ts";
import { agreementRule, parseReviewManifest } from "#lib/reviews/plan/manifest.ts";
import { addMember, changeParts, createMember, removeMember } from "#lib/reviews/plan/member-mutations.ts";
import {
  createReview,
  removeDraft,
  renameReview,
  saveSettings,
  setSource,
  closeReview,
  pauseReview,
  reopenReview,
} from "#lib/reviews/plan/mutations.ts";
import { openReview } from "#lib/reviews/plan/opening-mutations.ts";
import {
  listMembers,
  getFindings,
  getReview,
  getReviewManifest,
  listReviews,
} from "#lib/reviews/plan/queries.ts";
import type { ReviewSettings } from "#lib/reviews/plan/schema.ts";
import { settingsOf } from "#lib/reviews/plan/templates.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { type TrialReview, useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import {
  answerCase,
  begin,
  expectValue,
  type TrialStudy,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";

const { viewer, benchmark, draft, open, close, join } = await useTrialReviews({ cases: 10 });

const eventsOf = async ({ id }: TrialReview) =>
  (
    await db.auditEvent.findMany({
      where: { subjectType: "review", subjectId: id },
      select: { action: true },
      orderBy: { id: "asc" },
    })
  ).map(({ action }) => action);
const get = async (slug: string) => {
  const review = await getReview(viewer, slug);
  if (!review) throw new Error("it is gone");
  return review;
};

describe("a draft", () => {
  test("begins as its template, and is saved under the revision that was read", async () => {
    const made = expectValue(
      await createReview(viewer, {
        title: "Which transcripts?",
        template: "interviewsim-transcripts",
        benchmark: benchmark.slug,
        study: null,
      }),
    );
    const review = await get(made.slug);
    expect(review.settings).toEqual(settingsOf("interviewsim-transcripts"));
    const save = (revision: number) =>
      saveSettings(viewer, made.slug, { revision, settings: { ...review.settings, batchSize: 7 } });
    expect(await save(0)).toEqual({ ok: true, value: { revision: 1 } });
    expect(await save(0)).toMatchObject({ error: "conflict", fields: { by: viewer.name, revision: "1" } });
    expect((await get(made.slug)).settings.batchSize).toBe(7);
    expect(await renameReview(viewer, made.slug, { revision: 1, title: "Transcripts" })).toMatchObject({
      ok: true,
    });
    expect(await eventsOf(review)).toEqual(["review.created", "review.saved", "review.renamed"]);
  });

  test("refuses settings that make no sense, by their path", async () => {
    const { slug } = await draft();
    const { settings } = await get(slug);
    const bands = [{ from: 0.2, rateFrom: 1, rateTo: 1 }];
    const saved = await saveSettings(viewer, slug, {
      revision: 0,
      settings: { ...settings, coverage: { ...settings.coverage, bands }, batchSize: 0 },
    });
    expect(saved).toEqual({
      ok: false,
      error: "invalid",
      fields: { "coverage.bands": "first_not_zero", batchSize: "too_small" },
    });
  });

  test("says what keeps it from opening", async () => {
    const named = { title: "Nothing yet", template: "curated-cases", benchmark: null, study: null } as const;
    const { slug } = expectValue(await createReview(viewer, named));
    const review = await get(slug);
    const settings = { ...review.settings, errorTypes: [], tracks: ["Drama"] };
    const codes = async (of = settings) =>
      (await getFindings({ ...review, settings: of })).problems.map(({ code }) => code);
    expect(await codes()).toEqual(["no_source", "no_error_types"]);
    expectValue(await setSource(viewer, slug, { revision: 0, benchmark: benchmark.slug, study: null }));
    expect(await codes()).toEqual(["unknown_tracks", "no_items", "no_error_types"]);
    expect(await codes(review.settings as typeof settings)).toEqual([]);
    expectValue(await saveSettings(viewer, slug, { revision: 1, settings }));
    expect(await openReview(viewer, slug, { revision: 2 })).toEqual({
      ok: false,
      error: "not_ready",
      fields: { unknown_tracks: "source", no_items: "source", no_error_types: "decisions" },
    });
    expect(await setSource(viewer, slug, { revision: 2, benchmark: "nowhere", study: null })).toMatchObject({
      error: "unknown_benchmark",
    });
  });

  test("goes when its title is typed; what has opened stays", async () => {
    const { slug } = await draft();
    expect(await removeDraft(viewer, slug, "Who?")).toMatchObject({ error: "wrong_name" });
    expect(await removeDraft(viewer, slug, "Who answers?")).toMatchObject({ ok: true });
    expect(await getReview(viewer, slug)).toBeNull();
    const opened = await open();
    expect(await removeDraft(viewer, opened.slug, "Who answers?")).toMatchObject({ error: "not_draft" });
    const saved = await saveSettings(viewer, opened.slug, {
      revision: 0,
      settings: settingsOf("curated-cases"),
    });
    expect(saved).toMatchObject({ error: "not_draft" });
    expect(await removeBenchmark(viewer, benchmark.slug, "Interviews")).toMatchObject({
      error: "has_reviews",
    });
  });
});

describe("opening", () => {
  test("freezes settings, seed and every case's hash, and numbers items and batches in the order of the file", async () => {
    const review = await open({}, 99n);
    const found = await getReviewManifest(review.id);
    const manifest = parseReviewManifest(found?.content ?? "");
    expect(found?.hash).toBe(hashOf(found?.content ?? ""));
    expect(manifest).toMatchObject({
      format: "benchside-review-1",
      slug: review.slug,
      drawing: { seed: "99" },
      benchmark: { slug: benchmark.slug, name: "Interviews" },
    });
    expect(manifest.items.map(({ number, batch }) => [number, batch])).toEqual(
      [1, 1, 1, 1, 2, 2, 2, 2, 3, 3].map((batch, index) => [index + 1, batch]),
    );
    const versions = await db.reviewItem.findMany({
      where: { reviewId: review.id },
      select: { caseVersion: { select: { hash: true } } },
      orderBy: { number: "asc" },
    });
    expect(manifest.items.map(({ sha256 }) => sha256)).toEqual(
      versions.map(({ caseVersion }) => Buffer.from(caseVersion.hash).toString("hex")),
    );
    const row = (await listReviews(viewer)).find(({ slug }) => slug === review.slug);
    expect(row?.items).toEqual({ waiting: 10, decided: 0, to_check: 0, checked: 0 });
  });

  test("in a seeded order is the same for the same seed", async () => {
    const keysOf = async (seed: bigint) => {
      const { content } = (await getReviewManifest((await open({ order: "seeded" }, seed)).id)) ?? {};
      return parseReviewManifest(content ?? "").items.map(({ key }) => key);
    };
    const [one, again, other] = [await keysOf(5n), await keysOf(5n), await keysOf(6n)];
    expect(again).toEqual(one);
    expect(other).not.toEqual(one);
    expect(other.toSorted()).toEqual(one.toSorted());
  });

  test("is refused where the settings were changed since they were looked at, and happens once", async () => {
    const { slug } = await draft();
    expect(await openReview(viewer, slug, { revision: 3 })).toMatchObject({ error: "conflict" });
    const both = await Promise.all([1, 2].map(() => openReview(viewer, slug, { revision: 0 })));
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ error: "not_draft" });
  });

  test("is followed by pausing, going on and closing; opening it again takes a reason, which is recorded", async () => {
    const review = await open();
    const { slug } = review;
    expect(await reopenReview(viewer, slug)).toMatchObject({ error: "not_possible" });
    expectValue(await pauseReview(viewer, slug));
    expectValue(await reopenReview(viewer, slug));
    const confirmation = "Who answers?";
    expect(await closeReview(viewer, slug, { confirmation: "Who?" })).toMatchObject({ error: "wrong_name" });
    for (const discard of ["", "yes", confirmation])
      expect(await closeReview(viewer, slug, { confirmation, discard })).toMatchObject({
        error: "not_accepted",
      });
    expectValue(await closeReview(viewer, slug, { confirmation, discard: "Discard " }));
    expect(await reopenReview(viewer, slug)).toMatchObject({
      error: "no_reason",
      fields: { reason: "empty" },
    });
    expectValue(await reopenReview(viewer, slug, "A batch was left out"));
    expect(await get(slug)).toMatchObject({ state: "open", closedAt: null });
    expect(await getReviewRows(viewer, slug)).toMatchObject({ review: { reopenings: 1 } });
    expect(await eventsOf(review)).toEqual(
      ["created", "opened", "paused", "reopened", "closed", "reopened"].map((name) => `review.${name}`),
    );
    const last = await db.auditEvent.findFirst({ where: { subjectId: review.id }, orderBy: { id: "desc" } });
    expect(last?.details).toEqual({ slug, from: "closed", reason: "A batch was left out" });
  });
});

describe("people", () => {
  test("are added by the name they sign in with, or made with a link that is good once", async () => {
    const review = await draft();
    const ana = await makePerson();
    const parts = ["annotator", "lead"] as const;
    expectValue(await addMember(viewer, review.id, { handle: ana.handle, parts: [...parts] }));
    const made = expectValue(await createMember(viewer, review.id, { name: "Li Ming", parts: ["reviewer"] }));
    expect(await inspectLink(made.linkPath.replace("/enter/", ""))).toMatchObject({
      value: { name: "Li Ming", role: "participant" },
    });
    expect((await listMembers(review.id)).map(({ number, name, parts: has }) => [number, name, has])).toEqual(
      [
        [1, "Ana Núñez", ["annotator", "lead"]],
        [2, "Li Ming", ["reviewer"]],
      ],
    );
    expect(await addMember(viewer, review.id, { handle: "nobody-here", parts: ["lead"] })).toMatchObject({
      error: "unknown_person",
    });
    const asLead = { handle: made.handle, parts: ["lead" as const] };
    expect(await addMember(viewer, review.id, asLead)).toMatchObject({ error: "lead_not_staff" });
    expectValue(await changeParts(viewer, review.id, { userId: made.userId, parts: ["auditor"] }));
    expectValue(await removeMember(viewer, review.id, made.userId));
    expect(await removeMember(viewer, review.id, made.userId)).toMatchObject({ error: "not_member" });
    const again = expectValue(
      await addMember(viewer, review.id, { handle: made.handle, parts: ["reviewer"] }),
    );
    expect(again.number).toBe(2);
    expect(await eventsOf(review)).toEqual(
      ["created", "member_added", "member_added", "parts_changed", "member_removed", "member_added"].map(
        (name) => `review.${name}`,
      ),
    );
  });

  test("are not made for a review that has closed", async () => {
    const review = await open();
    expectValue(await close(review));
    const before = await db.user.count();
    const refused = await createMember(viewer, review.id, { name: "Too Late", parts: ["annotator"] });
    expect(refused).toMatchObject({ error: "closed" });
    expect(await db.user.count()).toBe(before);
  });

  test("see what is theirs: leads their review, admins all, members their part once it has opened", async () => {
    const review = await open();
    const other = await open();
    const lead = await join(review, "lead");
    const researcher = viewerFor({ ...(await makePerson()), role: "researcher" as const });
    const asLead = { ...researcher, userId: lead.userId };
    const see = async (who: typeof researcher, { slug }: TrialReview) =>
      (await lookUpReview(who, { slug }, {}))?.id ?? null;
    expect(await see(asLead, review)).toBe(review.id);
    expect(await see(asLead, other)).toBeNull();
    expect(await see(researcher, review)).toBeNull();
    expect((await listReviews(asLead)).map(({ slug }) => slug)).toEqual([review.slug]);
    const annotator = await join(review, "annotator");
    expect(await see({ ...researcher, userId: annotator.userId }, review)).toBeNull();
    expectValue(await removeMember(viewer, review.id, lead.userId));
    expect(await see(asLead, review)).toBeNull();
    expect(await lookUpPart(asLead, review.slug)).toBeNull();
    const unopened = await draft();
    const early = await makePerson();
    expectValue(await addMember(viewer, unopened.id, { handle: early.handle, parts: ["annotator"] }));
    expect(await lookUpPart(viewerFor(early), unopened.slug)).toBeNull();
  });
});

describe("an audit of what is held to be right", async () => {
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
});
