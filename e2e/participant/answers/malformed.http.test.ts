import { answerOf, refused, stored, visitorOf, type AnswerBody } from "#e2e/participant/answers/visitor.ts";
import { beginAt, openedStudy } from "#e2e/support/studies.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";

test("what no answer looks like is refused before anything is asked of the database", async () => {
  const sitter = await beginAt(await openedStudy({ questions: { reason: "optional" } }));
  const { post, send } = await visitorOf(product, sitter);
  const fine = JSON.stringify(answerOf());
  const long = JSON.stringify(answerOf({ value: { choice: 0, reason: "x".repeat(70_000) } }));
  const half = Buffer.concat([Buffer.from(fine.slice(0, -2)), Buffer.from([0xe9, 0x22, 0x7d])]);
  for (const body of ["", "{", "null", "[]", '"1"', `[${fine}]`, `${fine}${fine}`, half])
    expect(await post(body)).toEqual(refused(400, "invalid"));
  expect(await post(long)).toMatchObject(refused(413, "refused"));
  for (const type of [
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
  ])
    expect(await post(fine, type)).toEqual(refused(400, "invalid"));
  const ownKey = fine.replace("{", '{"__proto__":{"position":2},');
  const inValue = fine.replace('"value":{', '"value":{"__proto__":{"choice":1},');
  const hugeNumber = fine.replace('"revision":1', '"revision":1e400');
  for (const body of [ownKey, inValue, hugeNumber]) {
    expect(body).not.toBe(fine);
    expect(await post(body)).toEqual(refused(400, "invalid"));
  }
  const positions = [0, -1, 1.5, 32_768, "1", null, [1], true];
  const revisions = [0, -1, 2.5, 2 ** 31, "1"];
  const clocks = ["", "yesterday", "0000-01-01T00:00:00Z", "2026-01-01", Date.now()];
  const values: unknown[] = [
    null,
    [],
    { choice: 26 },
    { choice: -1 },
    { choice: 0.5 },
    { choice: "0" },
    { choice: 0, gold: 1 },
    { choice: 0, constructor: {} },
    { choice: 0, confidence: 1.01 },
    { choice: 0, probabilities: [2, -1] },
    { choice: 0, probabilities: Array(27).fill(0) },
    { choice: 0, reason: "x".repeat(10_001) },
    { choice: 0, activeMs: -1 },
    { choice: 0, activeMs: 2 ** 31 },
  ];
  const sent: AnswerBody[] = [
    ...positions.map((position) => ({ position })),
    ...revisions.map((revision) => ({ revision })),
    ...clocks.map((clientAt) => ({ clientAt })),
    ...["", "1", "x".repeat(36)].map((id) => ({ id })),
    ...values.map((value) => ({ value })),
    { sittingId: sitter.sittingId },
  ];
  for (const one of sent) {
    const answer = await send(one);
    expect({ sent: one, ...answer }).toEqual({ sent: one, ...refused(400, "invalid") });
  }
  expect(await stored(sitter)).toEqual([]);
});
