import { expect, test } from "vitest";
import { randomUUID } from "node:crypto";
import { objectTo } from "#lib/reviews/checking/dispute-mutations.ts";
import { saveAudit } from "#lib/reviews/checking/checking-mutations.ts";
import { getOwnAccuracy } from "#lib/reviews/deciding/accuracy-queries.ts";
import { getCheckedItem, getOwnItem } from "#lib/reviews/deciding/own-item-queries.ts";
import { getWaiting, listCaseKinds } from "#lib/reviews/queue/waiting-queries.ts";
import { checkedAt, useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { checkNext, decideNext, takeOne, wrong } from "#lib/reviews/testing/working.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { open, join } = await useTrialReviews({ cases: 6 });

test("what waits is counted by one’s parts, without what one may not do", async () => {
  const review = await open({ auditRate: 1, coverage: checkedAt(1) });
  const all = await join(review, "annotator", "reviewer", "auditor");
  const other = await join(review, "annotator");
  await decideNext(all);
  await decideNext(other);
  // Of the two decisions one is their own.
  expect(await getWaiting(all)).toEqual({
    steps: [
      { step: "decide", waiting: 4, done: 1 },
      { step: "check", waiting: 1, done: 0 },
      { step: "audit", waiting: 0, done: 0 },
    ],
    objections: 0,
  });
  expect(await getWaiting(other)).toEqual({
    steps: [{ step: "decide", waiting: 4, done: 1 }],
    objections: 0,
  });
  await checkNext(all, wrong);
  const auditor = await join(review, "auditor");
  // Nobody audits a check of their own.
  expect((await getWaiting(all)).steps.at(-1)).toEqual({ step: "audit", waiting: 0, done: 0 });
  expect((await getWaiting(auditor)).steps).toEqual([{ step: "audit", waiting: 1, done: 0 }]);
  const { check } = await takeOne(auditor, "audit");
  const said = { id: randomUUID(), clientAt: new Date(), agoMs: 0, comment: "" };
  expectValue(await saveAudit(auditor, { checkId: check?.id ?? "", agrees: true, ...said }));
  expect((await getWaiting(auditor)).steps).toEqual([{ step: "audit", waiting: 0, done: 1 }]);
  const { rounds } = (await getOwnItem(other, 2)) ?? { rounds: [] };
  const checkId = rounds[0]?.check?.id ?? "";
  expectValue(await objectTo(other, { id: randomUUID(), checkId, words: "Two of them answer." }));
  expect((await getWaiting(all)).objections).toBe(1);
  expect(await listCaseKinds(all)).toEqual(["choice"]);
});

test("an item is shown once more to who decided or checked it, and to nobody else", async () => {
  const review = await open({ coverage: checkedAt(1) });
  const [one, two] = [
    await join(review, "annotator", "reviewer"),
    await join(review, "annotator", "reviewer"),
  ];
  await decideNext(one, { accepts: false, reason: "unclear", comment: "Nobody answers." });
  expect(await getOwnItem(one, 1)).toMatchObject({
    shown: { kind: "choice" },
    rounds: [{ number: 1, mayChange: true, check: null, decision: { comment: "Nobody answers." } }],
  });
  expect([await getOwnItem(two, 1), await getOwnItem(one, 2), await getCheckedItem(two, 1)]).toEqual([
    null,
    null,
    null,
  ]);
  await checkNext(two);
  expect(await getCheckedItem(two, 1)).toMatchObject({ kind: "choice" });
  expect((await getOwnItem(one, 1))?.rounds).toMatchObject([{ mayChange: false, check: { isRight: true } }]);
});

test("how often one was right, and what share of the next ones is checked by it", async () => {
  const review = await open({ coverage: { first: 1, by: "estimate" } });
  const [one, two] = [await join(review, "annotator"), await join(review, "reviewer")];
  expect(await getOwnAccuracy(one)).toEqual({
    decided: 0,
    reviewed: 0,
    right: 0,
    rate: 1,
    band: null,
    first: 1,
  });
  await decideNext(one);
  await checkNext(two);
  // Right in one of one: the end of the last band.
  expect(await getOwnAccuracy(one)).toMatchObject({ decided: 1, reviewed: 1, right: 1, rate: 0.05, band: 2 });
});
