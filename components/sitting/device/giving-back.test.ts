import { expect, test } from "vitest";
import { listLost, makeAnswerId, type Entry } from "#components/sitting/device/outbox-rules.ts";
import { openOutboxState } from "#components/sitting/device/outbox-state.ts";
import { copiesOf, copyOf } from "#components/sitting/device/sitting-storage.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";

const value = (choice: number) => answerValue.parse({ choice });
const acknowledged = (revision: number) => ({
  revision,
  current: revision,
  newer: null,
  savedAt: "2026-11-21T00:00:00Z",
  seal: `seal ${revision}`,
});

/** A page on which so many answers were given to a case, and acknowledged: with the copies that stay of them. */
function openAnswered(choices: readonly number[], position = 1) {
  const outbox = openOutboxState([1, 2].map((at) => ({ position: at, answer: null, revision: 0 })));
  const copies = choices.flatMap((choice, at) => {
    const stamp = { sittingId: "s", id: makeAnswerId(), clientAt: "2026-11-21T00:00:00Z" };
    const { entry } = outbox.add(position, value(choice), stamp);
    outbox.noteWritten(entry.id, at + 1);
    outbox.acknowledge(entry, acknowledged(at + 1));
    return copyOf({ ...entry, seq: at + 1 }, acknowledged(at + 1));
  });
  return { outbox, copies, giveBack: openGivingBack(outbox) };
}
const openGivingBack =
  (outbox: ReturnType<typeof openOutboxState>) =>
  (copies: readonly Entry[], told = [] as never[]) =>
    outbox.giveBack(
      copies.map((one) => ({ ...one, sittingId: "s" })),
      told,
    );

test("a copy lies apart from what waits, under the number and with the seal of its acknowledgement", () => {
  const { copies } = openAnswered([2, 3]);
  expect(copies.map(({ sittingId, revision, seal }) => [sittingId, revision, seal])).toEqual([
    [copiesOf("s"), 1, "seal 1"],
    [copiesOf("s"), 2, "seal 2"],
  ]);
  const [one] = copies;
  if (!one) throw new Error("there is none");
  // A server from before this gives no seal, and would take nothing back.
  expect(copyOf(one, { ...acknowledged(1), seal: undefined })).toEqual([]);
});

test("lost is what the server's ids don't begin", () => {
  const { copies } = openAnswered([2, 3]);
  const [first, second] = copies.map(({ id }) => id);
  expect(listLost(copies, [first?.slice(0, 13) ?? "", "ffffffff-ffff"])).toEqual(copies.slice(1));
  expect(listLost(copies, [first ?? "", second ?? ""])).toEqual([]);
  expect(listLost(copies, [])).toEqual(copies);
});

test("what was lost waits again, in its order and before what is newer, while the screen shows what it showed", () => {
  const { outbox, copies, giveBack } = openAnswered([2, 3]);
  const stamp = { sittingId: "s", id: makeAnswerId(), clientAt: "2026-11-21T00:00:00Z" };
  const { entry } = outbox.add(1, value(0), stamp);
  outbox.noteWritten(entry.id, 3);
  giveBack(copies);
  expect(outbox.known(1)).toMatchObject({ answer: { choice: 0 }, revision: 3 });
  expect(outbox.state()).toMatchObject({ kind: "saving", count: 1, isGivingBack: true });
  const sent: [number, string | undefined][] = [];
  for (let next = outbox.nextToSend(); next; next = outbox.nextToSend()) {
    sent.push([next.revision, next.seal]);
    outbox.acknowledge(next, acknowledged(next.revision));
  }
  expect(sent).toEqual([
    [1, "seal 1"],
    [2, "seal 2"],
    [3, undefined],
  ]);
  expect(outbox.known(1)).toMatchObject({ answer: { choice: 0 }, revision: 3 });
  expect(outbox.state()).toMatchObject({ kind: "saved", isGivingBack: false });
});

test("a newer answer that another device gave meanwhile counts, though its number is lower, and the other is told as put aside", () => {
  const { outbox, copies } = openAnswered([1, 2, 3]);
  const newer = { position: 1, answer: value(0), revision: 1 };
  outbox.giveBack(
    copies.map((one) => ({ ...one, sittingId: "s" })),
    [newer],
  );
  for (let next = outbox.nextToSend(); next; next = outbox.nextToSend())
    outbox.acknowledge(next, { ...acknowledged(next.revision + 1), current: 1, newer: newer.answer });
  expect(outbox.known(1)).toMatchObject({ answer: { choice: 0 }, revision: 1 });
  expect(outbox.replacedAnswer(1)).toMatchObject({ choice: 3 });
});

test("one that isn't taken back holds up no other", () => {
  const { outbox, copies, giveBack } = openAnswered([1, 2]);
  giveBack(copies);
  const next = outbox.nextToSend();
  if (!next) throw new Error("nothing waits");
  outbox.refuse(next, "unproven");
  expect(outbox.nextToSend()?.revision).toBe(2);
  expect(outbox.state()).toMatchObject({ kind: "saving", problem: null });
});
