import { describe, expect, test, vi } from "vitest";
import { openOutboxState } from "#components/sitting/device/outbox-state.ts";
import { makeAnswerId, msSinceGiven } from "#components/sitting/device/outbox-rules.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";

const value = (given: Partial<AnswerValue> = {}) => answerValue.parse(given);
const stored = (choice: number, revision: number) => ({ position: 1, answer: value({ choice }), revision });
const acknowledged = (revision: number, current = revision, newer: AnswerValue | null = null) => ({
  revision,
  savedAt: "2026-11-21T00:00:00Z",
  current,
  newer,
});

function openPage(
  server: Parameters<typeof openOutboxState>[0] = [{ position: 1, answer: null, revision: 0 }],
) {
  const outbox = openOutboxState(server);
  const give = (given: Partial<AnswerValue>, seen?: number) => {
    const stamp = { sittingId: "s", id: makeAnswerId(), clientAt: "2026-11-21T00:00:00Z" };
    return outbox.add(1, value(given), stamp, seen);
  };
  return { ...outbox, give };
}

describe("an answer that a newer one from elsewhere took the place of", () => {
  test("is put aside, whether the server says so when it arrives or later", () => {
    const late = openPage();
    const { entry } = late.give({ choice: 2 });
    late.acknowledge(entry, acknowledged(3, 2, value({ choice: 4 })));
    const replaced = openPage([stored(2, 1)]);
    replaced.learn([stored(4, 2)]);
    for (const page of [late, replaced]) {
      expect(page.known(1).answer?.choice).toBe(4);
      expect(page.replacedAnswer(1)?.choice).toBe(2);
      expect(page.state()).toMatchObject({ replaced: [1], kind: "saved" });
    }
  });

  test("stays the one given here, however often it is changed elsewhere, until it counts again", () => {
    const page = openPage([stored(2, 1)]);
    page.learn([stored(4, 2)]);
    page.learn([stored(3, 3)]);
    expect(page.replacedAnswer(1)?.choice).toBe(2);
    page.learn([stored(2, 4)]);
    expect(page.replacedAnswer(1)).toBeUndefined();
  });

  test("is no longer put aside once one answers anew, or leaves it", () => {
    const page = openPage([stored(2, 1)]);
    page.learn([stored(4, 2)]);
    page.give({ choice: 2 });
    expect([page.replacedAnswer(1), page.state().replaced]).toEqual([undefined, []]);
    const left = openPage([stored(2, 1)]);
    left.learn([stored(4, 2)]);
    left.dismissReplaced(1);
    expect(left.replacedAnswer(1)).toBeUndefined();
  });

  test("isn't told of where nothing stood here, nor of what one gave after it", () => {
    const page = openPage();
    page.learn([stored(4, 1)]);
    expect([page.replacedAnswer(1), page.state().replaced]).toEqual([null, []]);
    const { entry } = page.give({ choice: 0 });
    page.give({ choice: 1 });
    page.acknowledge(entry, acknowledged(4, 3, value({ choice: 4 })));
    expect(page.known(1).answer?.choice).toBe(1);
    expect(page.replacedAnswer(1)).toBeUndefined();
  });
});

describe("an answer that is put together with one from elsewhere", () => {
  const both = value({ choice: 4, reason: "The bells.", isFlagged: true });

  test("puts nothing aside where all that was given here counts, and says that it was changed", () => {
    const page = openPage();
    const { entry } = page.give({ isFlagged: true });
    page.acknowledge(entry, acknowledged(2, 3, both));
    expect(page.known(1)).toMatchObject({ answer: both, revision: 3 });
    expect([page.replacedAnswer(1), page.state().replaced]).toEqual([null, []]);
    const other = openPage([
      { position: 1, answer: value({ choice: 4, reason: "The bells." }), revision: 1 },
    ]);
    other.learn([{ position: 1, answer: both, revision: 3 }]);
    expect(other.replacedAnswer(1)).toBeNull();
  });

  test("is told where it took the place of the other, until that is dismissed or something else is given", () => {
    for (const end of ["dismissReplaced", "give"] as const) {
      const page = openPage();
      const { entry } = page.give({ choice: 2 });
      const newer = value({ choice: 2, reason: "The bells." });
      page.acknowledge(entry, { ...acknowledged(2, 3, newer), overruled: both });
      expect([page.replacedAnswer(1), page.isOverruled(both)]).toEqual([both, true]);
      expect(page.state()).toMatchObject({ kind: "saved", replaced: [1] });
      if (end === "give") page.give({ choice: 3 });
      else page.dismissReplaced(1);
      expect([page.replacedAnswer(1), page.state().replaced]).toEqual([undefined, []]);
    }
  });

  test("doesn't take the place of what was given here since", () => {
    const page = openPage();
    const { entry } = page.give({ isFlagged: true });
    page.noteSent(entry);
    page.give({ isFlagged: true, reason: "The tide" });
    const { renumbered } = page.acknowledge(entry, acknowledged(5, 6, both));
    expect(page.known(1)).toMatchObject({ answer: { reason: "The tide" }, revision: 7 });
    expect(renumbered).toMatchObject([{ revision: 7, follows: entry.id }]);
  });
});

test("what the device itself still held when the page was opened isn’t from elsewhere", () => {
  const page = openPage([stored(1, 1)]);
  const { entry } = openPage([stored(1, 1)]).give({ choice: 0 });
  page.takeRead([entry], "own");
  expect([page.known(1).answer?.choice, page.replacedAnswer(1)]).toEqual([0, undefined]);
});

describe("what an answer was given upon", () => {
  test("is the one before it on the device, or the stored one that stood there", () => {
    const page = openPage([stored(2, 7)]);
    const first = page.give({ choice: 0 }).entry;
    const second = page.give({ choice: 1 }).entry;
    expect([first.follows, second.follows]).toEqual([7, first.id]);
    const worded = page.give({ choice: 1, reason: "The tide" }).entry;
    expect(worded.follows).toBe(first.id);
    expect(openPage().give({ choice: 0 }).entry).not.toHaveProperty("follows");
  });

  test("is what was in front of somebody, though something newer came from elsewhere before it was handed over", () => {
    const page = openPage([stored(2, 7)]);
    page.learn([stored(3, 9)]);
    expect(page.give({ choice: 2, isFlagged: true }, 7).entry).toMatchObject({ follows: 7, revision: 10 });
  });

  test("is what was sent, which is no longer worded anew, though nobody heard that it arrived", () => {
    const page = openPage();
    const { entry } = page.give({ choice: 1, reason: "The" });
    page.noteSent(entry);
    page.noteReach(false);
    const next = page.give({ choice: 1, reason: "The tide" });
    expect(next.instead).toBeNull();
    expect(next.entry).toMatchObject({ follows: entry.id, revision: 2 });
    expect(page.give({ choice: 1, reason: "The tide rises" }).instead?.id).toBe(next.entry.id);
  });

  test("is what an earlier page gave, which may have sent it", () => {
    const page = openPage();
    const { entry } = openPage().give({ choice: 1, reason: "The" });
    page.takeRead([entry], "own");
    const next = page.give({ choice: 1, reason: "The tide" });
    expect([next.instead, next.entry.follows]).toEqual([null, entry.id]);
  });
});

describe("a refused answer", () => {
  test("is dropped once it is mended, and doesn't come back", () => {
    const page = openPage();
    const { entry } = page.give({ choice: 0, reason: "bad" });
    page.refuse(entry, "invalid");
    expect(page.state()).toMatchObject({ kind: "refused", refused: [1] });
    const mended = page.give({ choice: 0, reason: "good" });
    expect(mended.mended.map(({ id }) => id)).toEqual([entry.id]);
    expect(page.state()).toMatchObject({ kind: "saving", refused: [] });
    page.acknowledge(mended.entry, acknowledged(2));
    page.takeRead([entry]);
    expect(page.state()).toMatchObject({ kind: "saved", count: 0 });
  });

  test("that an earlier page left is dropped where a newer answer is stored", () => {
    const page = openPage([stored(1, 3)]);
    const { entry } = openPage([stored(1, 1)]).give({ choice: 0 });
    page.takeRead([entry]);
    expect(page.refuse(entry, "invalid")).toEqual([entry]);
    expect(page.state()).toMatchObject({ kind: "saved", count: 0 });
  });

  test("for a reason that may pass is kept, whatever follows", () => {
    const page = openPage();
    const { entry } = page.give({ choice: 0 });
    page.refuse(entry, "time_over");
    page.give({ choice: 1 });
    page.retryRefused();
    expect(page.nextToSend()?.id).toBe(entry.id);
  });
});

test("how long ago: by the page's clock, by the wall's after a reload or a sleep, and never in the future", () => {
  vi.useFakeTimers({ now: new Date("2026-11-21T12:00:00Z"), toFake: ["Date", "performance"] });
  const origin = performance.timeOrigin;
  const since = { origin, at: performance.now() };
  const clientAt = new Date().toISOString();
  vi.advanceTimersByTime(5000);
  expect(msSinceGiven({ clientAt, since })).toBe(5000);
  // Somebody sets the clock back by years.
  vi.setSystemTime(new Date("2001-01-01T00:00:00Z"));
  expect(
    msSinceGiven({ clientAt, since: { origin: performance.timeOrigin, at: performance.now() - 5000 } }),
  ).toBe(5000);
  expect(msSinceGiven({ clientAt })).toBe(0);
  expect(msSinceGiven({ clientAt: "no date" })).toBe(0);
  // The page was loaded anew, or the device slept.
  vi.setSystemTime(new Date("2026-11-21T15:00:00Z"));
  expect(msSinceGiven({ clientAt, since: { origin: origin - 1, at: 0 } })).toBe(3 * 3_600_000);
  vi.useRealTimers();
});
