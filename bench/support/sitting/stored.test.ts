import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { SaveAttempt } from "#bench/support/sitting/save-load.ts";
import { compare, type Row } from "#bench/support/sitting/stored.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";

function saving(revision: number, choice: number): SaveAttempt {
  const value = answerValue.parse({ choice, activeMs: 1000 * revision });
  const answer = { position: 3, id: randomUUID(), revision, value, clientAt: "2026-11-22T00:00:00Z" };
  return { sittingId: "one", answer, ms: 5, trouble: null };
}
const rowOf = ({ sittingId, answer }: SaveAttempt, current: Row["current"]): Row => ({
  id: answer.id,
  sittingId,
  position: answer.position,
  revision: answer.revision,
  choice: Number(answer.value.choice ?? -1),
  activeMs: answer.value.activeMs,
  current,
});

const [older, newer] = [saving(1, 0), saving(2, 3)];
const given = [older, newer];
const rows = given.map((one) => rowOf(one, { revision: 2, choice: 3 }));
const fine = { acknowledged: 2, wrong: 0, outdated: 0, unknown: 0 };

test("everything is there, and the newest counts", () => {
  expect(compare(given, rows)).toEqual(fine);
});

test("what is lost, stored twice or stored otherwise is wrong", () => {
  const [first, second] = rows as [Row, Row];
  expect(compare(given, [second])).toEqual({ ...fine, wrong: 1 });
  expect(compare(given, [first, ...rows])).toEqual({ ...fine, wrong: 1 });
  for (const change of [{ choice: 1 }, { activeMs: 7 }, { position: 4 }, { revision: 9 }])
    expect(compare(given, [{ ...first, ...change }, second])).toMatchObject({ wrong: 1 });
});

test("an older one that counts is told, and one that nobody gave", () => {
  const stale = given.map((one) => rowOf(one, { revision: 1, choice: 0 }));
  expect(compare(given, stale)).toEqual({ ...fine, outdated: 1 });
  expect(compare([older], rows.toReversed())).toMatchObject({ acknowledged: 1, unknown: 1 });
});

test("what was not acknowledged may be there or not", () => {
  const unheard = given.map((one) => ({ ...one, trouble: "503" }));
  for (const there of [rows, []]) expect(compare(unheard, there)).toEqual({ ...fine, acknowledged: 0 });
});
