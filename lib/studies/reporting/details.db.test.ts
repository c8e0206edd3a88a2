import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { stateDetails } from "#lib/studies/reporting/mutations.ts";
import { listDetails } from "#lib/studies/reporting/queries.ts";
import { mergeStated } from "#lib/studies/reporting/stated.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies();
const planned = {
  how: "By a mailing list.",
  payment: { kind: "paid", amount: 12, currency: "EUR", per: "hour" },
} as const;

test("after opening, what differs from the plan is kept beside it, and taken back it is the plan's again", async () => {
  const study = await trial.open({ recruitment: { reporting: planned } });
  const before = await db.study.findUniqueOrThrow({ where: { id: study.id }, select: { draft: true } });
  const state = (revision: number, value: object) =>
    stateDetails(trial.viewer, { slug: study.slug, revision, value });
  const payment = { per: "hour", currency: "EUR", amount: 13, kind: "paid" };
  const approval = { kind: "approved", board: "the ethics board of the harbour" };
  expectValue(await state(0, { ...planned, payment, approval }));
  const [first] = await listDetails(study.id);
  expect(first?.content).toEqual({ payment, approval });
  const { reporting, later } = mergeStated(planned, await listDetails(study.id));
  expect(reporting).toEqual({ ...planned, payment, approval });
  expect([...later.keys()]).toEqual(["payment", "approval"]);

  // The parts of the payment come in another order than in the plan.
  const again = { per: "hour", currency: "EUR", amount: 12, kind: "paid" };
  expectValue(await state(1, { ...planned, payment: again, approval: { ...approval, number: "7" } }));
  const revisions = await listDetails(study.id);
  const now = mergeStated(planned, revisions);
  expect([...now.later]).toEqual([["approval", revisions[1]?.at]]);
  expect(now.reporting.payment).toEqual(planned.payment);

  expect(await state(1, {})).toMatchObject({ error: "conflict", fields: { revision: "2" } });
  expect(await state(2, { where: "" })).toEqual({ ok: false, error: "invalid", fields: { where: "empty" } });
  const bad = { period: { from: "2026-02-01", to: "2026-01-01" } };
  expect(await state(2, bad)).toMatchObject({ fields: { "period.to": "wrong_order" } });
  const events = await db.auditEvent.findMany({
    where: { subjectId: study.id, action: "study.details_stated" },
    select: { details: true },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ details }) => details)).toEqual([
    { fields: ["payment", "approval"], revision: 1 },
    { fields: ["payment", "approval"], revision: 2 },
  ]);
  expect(await db.study.findUniqueOrThrow({ where: { id: study.id }, select: { draft: true } })).toEqual(
    before,
  );
});

test("nobody states anything of a draft, or of others' studies", async () => {
  const study = await trial.open();
  const stranger = viewerFor({ ...(await makePerson()), role: "researcher" as const });
  const value = { how: "By word of mouth." };
  const refused = { ok: false, error: "not_found" };
  expect(await stateDetails(stranger, { slug: study.slug, revision: 0, value })).toEqual(refused);
  const { slug } = await trial.draft();
  expect(await stateDetails(trial.viewer, { slug, revision: 0, value })).toEqual(refused);
  expect(await listDetails(study.id)).toEqual([]);
});
