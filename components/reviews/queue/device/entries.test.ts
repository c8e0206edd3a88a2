import { describe, expect, test } from "vitest";
import {
  sendingOf,
  holdOf,
  keyOfReply,
  mayBeTakenLater,
  readResponse,
  type Reply,
  type QueueEntry,
} from "#components/reviews/queue/device/entries.ts";

const accepted: Reply = { to: "decisions", number: 3, round: 1, accepts: true, reason: null, comment: "" };
const entry = (more: Partial<QueueEntry> = {}): QueueEntry => ({
  sittingId: "review a b",
  id: "1",
  clientAt: "",
  since: { origin: 0, at: 0 },
  seq: 1,
  given: accepted,
  ...more,
});
const facts = { entries: [entry()], failures: 0, hold: null, hasStorage: true };

describe("how it stands with what was decided", () => {
  test("what waits is saving, waiting for the server, for a sign-in, or for the review", () => {
    expect(sendingOf({ ...facts, entries: [] })).toEqual({
      kind: "saved",
      count: 0,
      aside: [],
      isKept: true,
    });
    expect(sendingOf(facts).kind).toBe("saving");
    expect(sendingOf({ ...facts, failures: 2 }).kind).toBe("waiting");
    expect(sendingOf({ ...facts, hold: "signed_out", failures: 2 }).kind).toBe("signed_out");
    expect(sendingOf({ ...facts, hold: "paused" })).toMatchObject({ kind: "paused", count: 1 });
  });

  test("what was refused waits for nothing, and stays to be seen", () => {
    const refused = entry({ problem: "decided_by_other" });
    expect(sendingOf({ ...facts, entries: [refused] })).toEqual({
      kind: "saved",
      count: 0,
      aside: [refused],
      isKept: true,
    });
  });

  test("a browser that keeps nothing is told", () => {
    expect(sendingOf({ ...facts, hasStorage: false }).isKept).toBe(false);
    expect(sendingOf({ ...facts, entries: [entry({ seq: null })] }).isKept).toBe(false);
  });
});

describe("what the server says", () => {
  test("is a word of its own, or nothing", () => {
    expect(readResponse(200, { savedAt: "now" })).toEqual({ told: { savedAt: "now" } });
    expect(readResponse(409, { error: "returned" })).toEqual({ problem: "returned" });
    for (const [status, body] of [
      [200, null],
      [200, "<html>"],
      [502, { error: "closed" }],
      [503, { error: "database_unavailable" }],
      [429, { error: "busy" }],
      [404, "<html>"],
    ] as const)
      expect(readResponse(status, body)).toBeNull();
  });

  test("holds up everything, or sets one thing aside", () => {
    expect(holdOf("not_signed_in")).toBe("signed_out");
    // Somebody else is signed in: what lies here is never sent as theirs.
    expect(holdOf("not_yours")).toBe("signed_out");
    expect(holdOf("paused")).toBe("paused");
    for (const problem of ["decided_by_other", "closed", "returned", "invalid"])
      expect(holdOf(problem)).toBeNull();
    expect(["not_your_part", "not_found", "given_to_other", "closed"].filter(mayBeTakenLater)).toEqual([
      "not_your_part",
      "not_found",
      "given_to_other",
    ]);
  });
});

test("the same is said of the same once; of a changed decision another check", () => {
  const check: Reply = {
    to: "checks",
    number: 3,
    round: 1,
    place: 1,
    decisionId: "d",
    isRight: true,
    errorType: null,
    correctedAccepts: null,
    correctedReason: null,
    comment: "",
  };
  expect(keyOfReply(accepted)).toBe(keyOfReply({ ...accepted, accepts: false, reason: "unclear" }));
  expect(keyOfReply(accepted)).not.toBe(keyOfReply({ ...accepted, round: 2 }));
  expect(keyOfReply(check)).not.toBe(keyOfReply({ ...check, decisionId: "e" }));
  expect(keyOfReply(check)).not.toBe(keyOfReply({ ...check, place: 2 }));
});
