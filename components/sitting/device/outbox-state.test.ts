import { expect, test } from "vitest";
import { makeAnswerId } from "#components/sitting/device/outbox-rules.ts";
import { openOutboxState } from "#components/sitting/device/outbox-state.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";

const value = (given: Partial<AnswerValue> = {}) => answerValue.parse(given);
const blank = [1, 2, 3].map((position) => ({ position, answer: null, revision: 0 }));
const acknowledged = (revision: number) => ({
  revision,
  savedAt: "2026-11-21T00:00:00Z",
  current: revision,
  newer: null,
});

/** A page with its outbox; what is given lands on the device at once. */
function openPage(server: Parameters<typeof openOutboxState>[0] = blank) {
  const outbox = openOutboxState(server);
  const heard: [number[], string][] = [];
  outbox.subscribe((elsewhere, why) => void heard.push([[...elsewhere], why]));
  let seq = 0;
  const give = (position: number, given: Partial<AnswerValue>) => {
    const stamp = { sittingId: "s", id: makeAnswerId(), clientAt: "2026-11-21T00:00:00Z" };
    const made = outbox.add(position, value(given), stamp);
    outbox.noteWritten(made.entry.id, (seq += 1));
    return { ...made, entry: { ...made.entry, seq } };
  };
  const choice = (position: number) => outbox.known(position).answer?.choice ?? null;
  return { ...outbox, begin: outbox.add, give, choice, heard };
}

test("an answer counts at once, waits, and is saved once it is acknowledged", () => {
  const page = openPage();
  expect(page.state()).toMatchObject({ kind: "saved", count: 0, isBlank: true, isKept: true });
  const { entry } = page.give(1, { choice: 2 });
  expect([page.choice(1), page.known(1).revision]).toEqual([2, 1]);
  expect(page.state()).toMatchObject({ kind: "saving", count: 1, isBlank: false });
  page.acknowledge(entry, acknowledged(1));
  expect(page.state()).toMatchObject({ kind: "saved", count: 0, isBlank: false });
  expect(page.nextToSend()).toBeUndefined();
  expect(page.heard.every(([elsewhere]) => elsewhere.length === 0)).toBe(true);
});

test("every decision waits for itself, and words for the reason only as they stand last", () => {
  const page = openPage();
  const first = page.give(1, { choice: 2 });
  const second = page.give(1, { choice: 3 });
  expect(second.instead).toBeNull();
  page.give(1, { choice: 3, reason: "The" });
  const worded = page.give(1, { choice: 3, reason: "The tide" });
  expect(worded.instead?.value.reason).toBe("The");
  expect([first, worded].map(({ entry }) => entry.revision)).toEqual([1, 2]);
  page.acknowledge(first.entry, acknowledged(1));
  expect(page.nextToSend()?.value).toMatchObject({ choice: 3, reason: "The tide" });
});

test("however often somebody changed their mind, what waits is told by cases", () => {
  const page = openPage();
  const given = [0, 1, 2].map((choice) => page.give(1, { choice }).entry);
  page.give(2, { choice: 0 });
  expect(page.state().count).toBe(2);
  for (const [at, entry] of given.entries()) page.acknowledge(entry, acknowledged(at + 1));
  expect(page.state().count).toBe(1);
});

test("what is acknowledged although it was worded anew leaves the newer words standing", () => {
  const page = openPage();
  const { entry } = page.give(1, { choice: 3, reason: "The" });
  page.give(1, { choice: 3, reason: "The tide" });
  page.acknowledge(entry, acknowledged(1));
  expect(page.known(1).answer?.reason).toBe("The tide");
  expect(page.state().count).toBe(1);
});

test("the first of two gets a higher number than it had: the second stays the newer", () => {
  const page = openPage();
  const { entry } = page.give(1, { choice: 2 });
  page.give(1, { choice: 3 });
  const { renumbered } = page.acknowledge(entry, acknowledged(5));
  expect(renumbered.map(({ revision, seq }) => [revision, seq])).toEqual([[6, 2]]);
  expect([page.choice(1), page.known(1).revision]).toEqual([3, 6]);
});

test("another device’s newer answer takes its place and is told", () => {
  const page = openPage();
  const { entry } = page.give(1, { choice: 2 });
  const newer = value({ choice: 4 });
  page.acknowledge(entry, { ...acknowledged(1), current: 3, newer });
  expect([page.choice(1), page.known(1).revision]).toEqual([4, 3]);
  expect(page.heard.at(-1)).toEqual([[1], "newer"]);
  page.learn([{ position: 2, answer: newer, revision: 1 }]);
  expect(page.heard.at(-1)).toEqual([[2], "newer"]);
  // The same again, and something older, are no news.
  const before = page.heard.length;
  page.learn([
    { position: 1, answer: value({ choice: 0 }), revision: 2 },
    { position: 2, answer: newer, revision: 1 },
  ]);
  expect(page.heard.length).toBe(before);
});

test("another tab’s answers are read from the device, and those of this page’s memory stay", () => {
  const page = openPage();
  const { entry: theirs } = openPage().give(2, { choice: 1 });
  page.give(1, { choice: 0 });
  const { entry: unwritten } = page.give(3, { choice: 2 });
  page.noteWritten(unwritten.id, null);
  expect(page.state().isKept).toBe(false);
  page.takeRead([theirs]);
  expect([page.choice(1), page.choice(2), page.choice(3)]).toEqual([null, 1, 2]);
  // One that is being written isn't there yet when the device is read.
  const stamp = { sittingId: "s", id: makeAnswerId(), clientAt: "2026-11-21T00:00:00Z" };
  page.begin(1, value({ choice: 4 }), stamp);
  page.takeRead([theirs]);
  expect(page.choice(1)).toBe(4);
  page.acknowledge(unwritten, acknowledged(1));
  // A read that began before the deletion brings nothing back.
  page.takeRead([theirs, { ...unwritten, seq: 9 }]);
  expect(page.state().count).toBe(2);
});

test("says how it goes: not reached, signed out, well again", () => {
  const page = openPage();
  const { entry } = page.give(1, { choice: 2 });
  page.noteReach(false);
  expect(page.state().kind).toBe("waiting");
  page.noteReach(true, true);
  expect(page.state().kind).toBe("signed_out");
  page.noteReach(true);
  page.acknowledge(entry, acknowledged(1));
  expect(page.state().kind).toBe("saved");
});

test("a refused answer is kept and passed over until it is discarded", () => {
  const page = openPage([{ position: 1, answer: value({ choice: 0 }), revision: 1 }, ...blank.slice(1)]);
  const { entry } = page.give(1, { choice: 2 });
  page.give(2, { choice: 3 });
  page.refuse(entry, "invalid");
  expect(page.nextToSend()?.position).toBe(2);
  expect(page.state()).toMatchObject({ kind: "saving", problem: null });
  page.refuse(page.nextToSend() ?? entry, "passed");
  expect(page.state()).toMatchObject({ kind: "refused", count: 2, problem: "invalid" });
  expect(page.choice(1)).toBe(2);
  page.retryRefused();
  expect(page.state().count).toBe(2);
  expect(page.discardRefused().map(({ position }) => position)).toEqual([1, 2]);
  expect(page.heard.at(-1)).toEqual([[1, 2], "discarded"]);
  expect(page.choice(1)).toBe(0);
  expect(page.state()).toMatchObject({ kind: "saved", count: 0, problem: null });
});

test("an ended sitting refuses everything that waits; what may pass later is tried again", () => {
  const page = openPage();
  const { entry } = page.give(1, { choice: 2 });
  page.give(2, { choice: 3 });
  page.refuse(entry, "time_over");
  expect(page.nextToSend()).toBeUndefined();
  page.retryRefused();
  expect(page.nextToSend()?.position).toBe(1);
  page.refuse(entry, "closed");
  page.retryRefused();
  expect(page.nextToSend()).toBeUndefined();
  expect(page.state()).toMatchObject({ kind: "refused", count: 2, problem: "closed" });
});

test("opened again it knows what the page was not drawn with, and tries what was refused", () => {
  const page = openPage();
  page.acknowledge(page.give(1, { choice: 2 }).entry, acknowledged(1));
  const { entry } = page.give(2, { choice: 3 });
  page.refuse(entry, "closed");
  page.reopen([...blank.slice(0, 2), { position: 3, answer: value({ choice: 0 }), revision: 4 }]);
  expect([1, 2, 3].map(page.choice)).toEqual([2, 3, 0]);
  expect([1, 2, 3].map(page.isUnacknowledged)).toEqual([false, true, false]);
  expect(page.nextToSend()?.id).toBe(entry.id);
});

test("a device that takes nothing is told, until it takes something again", () => {
  const page = openPage();
  page.noteNoStorage();
  expect(page.state().isKept).toBe(false);
  const stamp = { sittingId: "s", id: makeAnswerId(), clientAt: "2026-11-21T00:00:00Z" };
  const { entry } = page.begin(1, value({ choice: 0 }), stamp);
  page.noteWritten(entry.id, null);
  page.acknowledge({ ...entry, seq: null }, acknowledged(1));
  expect(page.state()).toMatchObject({ kind: "saved", isKept: false });
  page.give(1, { choice: 1 });
  expect(page.state().isKept).toBe(true);
});
