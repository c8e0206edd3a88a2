import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { extendTime, releasePlace, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { startSitting, submitSitting } from "#lib/sittings/mutations.ts";
import { closeStudy, pauseStudy } from "#lib/studies/mutations.ts";
import { answerOf, refused, stored, visitorOf } from "#e2e/participant/answers/visitor.ts";
import { beginAt, consentTo, openedStudy, type Sitter } from "#e2e/support/studies.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";

const began = ({ sittingId }: Sitter, minutesAgo: number) => {
  const since = new Date(Date.now() - minutesAgo * 60_000);
  return db.sitting.update({ where: { id: sittingId }, data: { consentedAt: since, startedAt: since } });
};

test("an answer is acknowledged with what was stored, the same answer again the same, a late one with the newer", async () => {
  const sitter = await beginAt(await openedStudy());
  const { post, send } = await visitorOf(product, sitter);
  const body = JSON.stringify(answerOf({ revision: 5, value: { choice: 2, activeMs: 900 } }));
  const first = await post(body);
  const [row] = await stored(sitter);
  const savedAt = row?.savedAt.toISOString();
  const acknowledged = { revision: 5, savedAt, current: 5, newer: null, seal: expect.any(String) };
  expect(first).toEqual({ status: 200, body: acknowledged });
  expect(await post(body, "application/json; charset=utf-8")).toStrictEqual(first);
  const late = await send({ revision: 2, value: { choice: 1 } });
  expect(late).toMatchObject({ status: 200, body: { revision: 2, current: 5, newer: { choice: 2 } } });
  expect((await stored(sitter)).map(({ revision }) => revision)).toEqual([2, 5]);
});

test("nobody reads or writes in another participant's sitting, nor in one that isn't there", async () => {
  const study = await openedStudy();
  const [mine, theirs] = [await beginAt(study), await beginAt(study)];
  await (await visitorOf(product, theirs)).send();
  const { get, post, send } = await visitorOf(product, mine);
  const others = [theirs.sittingId, theirs.sittingId.toUpperCase(), crypto.randomUUID(), "1"];
  for (const id of others) {
    expect(await send({ value: { choice: 3 } }, id)).toEqual(refused(404, "not_found"));
    // Whose it is is seen first: what doesn't fit tells nothing about somebody else's cases.
    expect(await send({ position: 9, value: { choice: 25 } }, id)).toEqual(refused(404, "not_found"));
    for (const what of ["cases", "state"]) expect(await get(what, id)).toEqual(refused(404, "not_found"));
  }
  expect(await stored(theirs)).toHaveLength(1);
  expect(await stored(mine)).toHaveLength(0);
  // An id that somebody else's answer has.
  const [taken] = await stored(theirs);
  expect(await post(JSON.stringify(answerOf({ id: taken?.id })))).toEqual(refused(422, "invalid"));
});

test("what doesn't fit the case or the study is refused, what does is stored whole", async () => {
  const questions = { confidence: { ask: "optional", form: "options" }, reason: "optional" };
  const sitter = await beginAt(await openedStudy({ questions }));
  const { send } = await visitorOf(product, sitter);
  const unfit = [
    { choice: 4 },
    { choice: 0, probabilities: [0.5, 0.4, 0, 0] },
    { choice: 0, probabilities: [0.5, 0.5] },
    { choice: 0, probabilities: [0.5, 0.5, 0, 0, 0] },
    { choice: 0, confidence: 0.5 },
    { choice: 0, knowsWork: true },
  ];
  for (const value of unfit) expect(await send({ value })).toEqual(refused(422, "invalid"));
  for (const position of [3, 99, 32_767])
    expect(await send({ position })).toEqual(refused(409, "not_served"));
  expect(await stored(sitter)).toEqual([]);
  const reason = `${"\u0001".repeat(9990)} 😀 钟`;
  const clientAt = "9998-12-31T23:59:59+14:00";
  const value = { choice: 3, probabilities: [0, 0.1, 0.2, 0.7], reason, activeMs: 2 ** 31 - 1 };
  expect(await send({ revision: 2_000_000_000, value, clientAt })).toMatchObject({ status: 200 });
  expect(await stored(sitter)).toMatchObject([{ value: { reason, activeMs: 2 ** 31 - 1 } }]);
});

test("a study in a pause takes answers from whoever is in the middle, a closed one from nobody", async () => {
  const study = await openedStudy();
  const [sitter, waiting] = [await beginAt(study), await consentTo(study)];
  const { get, send } = await visitorOf(product, sitter);
  const early = await visitorOf(product, waiting);
  expect(await early.send()).toEqual(refused(409, "not_served"));
  expect(await early.get("cases")).toEqual(refused(409, "not_started"));
  expect(await early.get("state")).toMatchObject({
    body: { state: "consented", isOpen: false, answers: [] },
  });
  await pauseStudy(operator(), study.slug);
  expect(await send()).toMatchObject({ status: 200 });
  expect((await get("cases")).status).toBe(200);
  expect(await get("state")).toMatchObject({ body: { state: "started", isOpen: true } });
  await closeStudy(operator(), study.slug);
  expect(await send({ revision: 2 })).toEqual(refused(409, "closed"));
  expect(await get("cases")).toEqual(refused(409, "closed"));
  expect(await get("state")).toMatchObject({ body: { isOpen: false, answers: [{ position: 1 }] } });
});

test("a sitting that is handed in or withdrawn takes nothing more, and says which", async () => {
  const study = await openedStudy();
  const [done, gone] = [await beginAt(study), await beginAt(study)];
  const visitor = await visitorOf(product, done);
  for (const position of [1, 2]) await visitor.send({ position });
  expect(await submitSitting(done.viewer, done.sittingId)).toMatchObject({ ok: true });
  await withdrawSitting(operator(), study.id, gone.number, { erase: true });
  for (const [state, { get, send }] of [
    ["submitted", visitor],
    ["withdrawn", await visitorOf(product, gone)],
  ] as const) {
    expect(await send({ revision: 2 })).toEqual(refused(409, state));
    expect(await get("cases")).toEqual(refused(409, state));
    expect(await get("state")).toMatchObject({ status: 200, body: { state, isOpen: false } });
  }
});

test("where one doesn't go back, or the place is gone, it is said", async () => {
  const oneWay = await beginAt(await openedStudy({ questions: { mayGoBack: false } }));
  const { send } = await visitorOf(product, oneWay);
  await send();
  expect(await send({ revision: 2 })).toEqual(refused(409, "passed"));

  const assignment = { design: "blocks", people: 1, ratersPerCase: 1 };
  const study = await openedStudy({ assignment });
  const lost = await beginAt(study);
  await releasePlace(operator(), study.id, lost.number);
  const next = await consentTo(study);
  expect(await startSitting(next.viewer, next.sittingId)).toMatchObject({ ok: true });
  expect(await (await visitorOf(product, lost)).send()).toEqual(refused(409, "full"));
});

test("when the time is over nothing more is taken, until it is made longer for that person", async () => {
  const study = await openedStudy({ questions: { timeLimitMinutes: 30 } });
  const sitter = await beginAt(study);
  const { get, send } = await visitorOf(product, sitter);
  await began(sitter, 33);
  expect(await send()).toEqual(refused(409, "time_over"));
  expect(await get("state")).toMatchObject({ body: { msLeft: 0, isOpen: false } });
  expect(await extendTime(operator(), study.id, sitter.number, 10)).toMatchObject({ ok: true });
  expect(await send()).toMatchObject({ status: 200 });
  expect(await get("state")).toMatchObject({ body: { isOpen: true } });
});

test("cases come in their order, as many as were asked for, with nothing that tells what is right", async () => {
  const practice = { count: 1, cases: [{ track: "Literary", key: "case-1" }] };
  const sample = { seed: 7, quota: { Literary: 1 }, practice };
  const { get } = await visitorOf(product, await beginAt(await openedStudy({ sample })));
  const placesOf = async (query: string) => {
    const { cases } = (await get(`cases${query}`)).body as { cases: { position: number }[] };
    return cases.map(({ position }) => position);
  };
  expect(await placesOf("")).toEqual([1, 2]);
  expect(await placesOf("?after=0&count=1")).toEqual([1]);
  expect(await placesOf("?after=1&count=50")).toEqual([2]);
  expect(await placesOf("?after=32767")).toEqual([]);
  for (const query of ["after=-1", "after=x", "after=1.5", "count=0", "count=51", "count=1e1", "after=99999"])
    expect(await get(`cases?${query}`)).toEqual(refused(400, "invalid"));
  const { cases } = (await get("cases")).body as { cases: Record<string, unknown>[] };
  const keys = ["content", "isPractice", "kind", "language", "names", "position"];
  expect(cases.map((one) => Object.keys(one).sort())).toEqual([keys, keys]);
  expect(cases.map(({ isPractice }) => isPractice)).toEqual([true, false]);
});
