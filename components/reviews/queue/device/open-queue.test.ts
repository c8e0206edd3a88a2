import { describe, expect, test } from "vitest";
import { keyOf, keyOfReply } from "#components/reviews/queue/device/entries.ts";
import {
  findCurrent,
  keyAt,
  renewIn,
  reveal,
  takeAnswer,
  type LeasedItem,
} from "#components/reviews/queue/device/open-queue.ts";

const shown = { kind: "choice", language: "en", content: {}, names: [] } as const;
const item = (number: number, more: Partial<LeasedItem> = {}): LeasedItem => ({
  number,
  round: 1,
  returned: null,
  place: 1,
  until: new Date(60_000).toISOString(),
  shown,
  decisionId: null,
  decision: null,
  blind: null,
  check: null,
  ...more,
});
const none = () => false;

describe("which item is in front of somebody", () => {
  test("the one they are at stays, whatever comes before it", () => {
    const at = item(5);
    expect(findCurrent([item(2), item(5)], at, none)?.number).toBe(5);
    // Not theirs any more, it stays to be finished; only once something was said of it the next one comes.
    expect(findCurrent([item(2)], at, none)).toBe(at);
    expect(findCurrent([item(2)], at, ({ number }) => number === 5)?.number).toBe(2);
    expect(findCurrent([item(2)], at, () => true)).toBeNull();
  });

  test("what is told of without its content has it on the device already", () => {
    const told = [{ ...item(1), shown: null }, item(2), { ...item(3), shown: null }];
    expect(takeAnswer([item(1)], told).map(({ number }) => number)).toEqual([1, 2]);
  });
});

test("a decision is revealed to who said first what they think, of that item alone", () => {
  const said = {
    to: "blind",
    number: 2,
    round: 1,
    place: 1,
    decisionId: "d",
    accepts: true,
    reason: null,
  } as const;
  // Said before, in another tab, it stays what was said first.
  const blind = { accepts: false, reason: "duplicate" };
  const decision = { accepts: false, reason: "unclear", comment: "" };
  const [one, two] = reveal([item(1), item(2)], said, { decision, blind });
  expect([one?.decision, two?.decision, two?.blind]).toEqual([null, decision, blind]);
  expect(keyOf(keyAt("blind", item(2, { decisionId: "d" })))).toBe(keyOfReply(said));
});

test("what is held is asked for again at half of its time, and no more once that is over", () => {
  expect(renewIn([item(1), item(2, { until: new Date(40_000).toISOString() })], 0)).toBe(20_000);
  expect(renewIn([item(1)], 60_000)).toBeNull();
  expect(renewIn([], 0)).toBeNull();
});
