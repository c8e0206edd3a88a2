import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { returnBatch } from "#lib/reviews/batches/mutations.ts";
import { saveAudit, saveCheck } from "#lib/reviews/checking/mutations.ts";
import { drawOf } from "#lib/reviews/plan/manifest.ts";
import { changeParts, removeMember } from "#lib/reviews/plan/member-mutations.ts";
import type { ReviewPart } from "#lib/reviews/plan/schema.ts";
import { getWaiting } from "#lib/reviews/queue/queries.ts";
import { checkedAt, partOf, useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import {
  checkNext,
  decideNext,
  makeCheck,
  decideBlind,
  take,
  takeOne,
  wrong,
} from "#lib/reviews/testing/working.ts";
import { viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { viewer, open, join } = await useTrialReviews({ cases: 12 });

const all = { coverage: checkedAt(1) };
const refused = (error: string) => ({ ok: false, error });
const makeAudit = (checkId: string, agrees = true) => ({
  id: randomUUID(),
  checkId,
  agrees,
  comment: "",
  clientAt: new Date(),
  agoMs: 0,
});

test("an audit is of drawn checks, by neither of the two", async () => {
  const review = await open({ ...all, auditRate: 1, blind: true }, 3n);
  const annotator = await join(review, "annotator", "auditor");
  const reviewer = await join(review, "reviewer", "auditor");
  const auditor = await join(review, "auditor");
  await decideNext(annotator);
  const item = await takeOne(reviewer, "check");
  expectValue(await decideBlind(reviewer, item));
  const check = makeCheck(item, { ...wrong, comment: "It is a monologue." });
  expectValue(await saveCheck(reviewer, check));
  expect(await db.reviewCheck.findUniqueOrThrow({ where: { id: check.id } })).toMatchObject({
    auditDraw: drawOf(3n, "audit", 1, 1, 1),
    auditDrawn: true,
  });
  for (const part of [annotator, reviewer]) {
    expect(await take(part, "audit")).toEqual([]);
    expect(await saveAudit(part, makeAudit(check.id))).toEqual(refused("own"));
  }
  expect(await takeOne(auditor, "audit")).toMatchObject({
    number: 1,
    decision: { accepts: true },
    blind: { accepts: true },
    check: { id: check.id, isRight: false, errorType: "missed", comment: "It is a monologue." },
  });
  const audit = makeAudit(check.id, false);
  const saved = expectValue(await saveAudit(auditor, audit));
  expect(await saveAudit(auditor, audit)).toEqual({ ok: true, value: saved });
  expect(await saveAudit(auditor, makeAudit(check.id))).toEqual(refused("audited_by_other"));
  expect(await take(auditor, "audit")).toEqual([]);
});

test("a check is audited by no reviewer who may still check the same decision", async () => {
  const review = await open({ ...all, auditRate: 1, secondShare: 1, blind: true });
  const [annotator, one] = [await join(review, "annotator"), await join(review, "reviewer")];
  const both = await join(review, "reviewer", "auditor");
  await decideNext(annotator);
  const first = await takeOne(one, "check");
  expectValue(await decideBlind(one, first));
  expectValue(await saveCheck(one, makeCheck(first, wrong)));
  expect(await take(both, "audit")).toEqual([]);
  expect((await getWaiting(both)).steps).toMatchObject([{ waiting: 1 }, { step: "audit", waiting: 0 }]);
  const second = await takeOne(both, "check");
  expectValue(await decideBlind(both, second));
  expectValue(await saveCheck(both, makeCheck(second)));
  expect((await getWaiting(both)).steps).toMatchObject([{ waiting: 0 }, { step: "audit", waiting: 1 }]);
  expect(await takeOne(both, "audit")).toMatchObject({ number: 1, place: 1, check: { isRight: false } });
});

test("an auditor who reviews from then on is given no decision whose check they have audited", async () => {
  const review = await open({ ...all, auditRate: 1, secondShare: 1 });
  const [annotator, one] = [await join(review, "annotator"), await join(review, "reviewer")];
  const [auditor, two] = [await join(review, "auditor"), await join(review, "reviewer")];
  await decideNext(annotator);
  await checkNext(one);
  const { check } = await takeOne(auditor, "audit");
  expectValue(await saveAudit(auditor, makeAudit(check?.id ?? "")));
  const parts: ReviewPart[] = ["auditor", "reviewer"];
  expectValue(await changeParts(viewer, review.id, { userId: auditor.userId, parts }));
  const person = await db.user.findUniqueOrThrow({ where: { id: auditor.userId } });
  const now = await partOf(viewerFor(person), review.slug);
  expect(await take(now, "check")).toEqual([]);
  expect((await getWaiting(now)).steps).toMatchObject([{ step: "check", waiting: 0 }, {}]);
  expect(await takeOne(two, "check")).toMatchObject({ number: 1, place: 2 });
});

test("audits go on where the batch was returned: of each round's check, the earliest first", async () => {
  const review = await open({ ...all, auditRate: 1 });
  const [annotator, reviewer] = [await join(review, "annotator"), await join(review, "reviewer")];
  const [auditor, other] = [await join(review, "auditor"), await join(review, "auditor")];
  await decideNext(annotator);
  const first = await checkNext(reviewer, wrong);
  const held = await takeOne(auditor, "audit");
  expectValue(await returnBatch(viewer, review.id, { number: 1, round: 1, words: "Read to the end." }));
  expect(await take(other, "audit")).toEqual([]);
  expect(await takeOne(auditor, "audit")).toMatchObject({ round: 1, check: held.check });
  await decideNext(annotator);
  await checkNext(reviewer);
  expect(await take(auditor, "audit", 5)).toMatchObject([{ number: first.number, round: 1, returned: null }]);
  expect((await getWaiting(auditor)).steps).toMatchObject([{ step: "audit", waiting: 2 }]);
  expectValue(await saveAudit(auditor, makeAudit(held.check?.id ?? "")));
  const second = await takeOne(other, "audit");
  expect(second).toMatchObject({ round: 2, returned: "Read to the end.", check: { isRight: true } });
  expectValue(await saveAudit(other, makeAudit(second.check?.id ?? "")));
  expect(await take(auditor, "audit")).toEqual([]);
});

test("an audit is of nothing that wasn't drawn, and by nobody who was removed", async () => {
  const review = await open(all);
  const annotator = await join(review, "annotator");
  const [reviewer, auditor] = [await join(review, "reviewer", "auditor"), await join(review, "auditor")];
  await decideNext(annotator);
  const item = await takeOne(reviewer, "check");
  const check = makeCheck(item);
  expectValue(await saveCheck(reviewer, check));
  expect(await take(auditor, "audit")).toEqual([]);
  // Drawn or not, one's own is one's own.
  expect(await saveAudit(reviewer, makeAudit(check.id))).toEqual(refused("own"));
  expect(await saveAudit(auditor, makeAudit(check.id))).toEqual(refused("not_found"));
  expectValue(await removeMember(viewer, review.id, auditor.userId));
  expect(await saveAudit(auditor, makeAudit(check.id))).toEqual(refused("not_found"));
});
