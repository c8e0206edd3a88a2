import { describe, expect, test } from "vitest";
import { emptyAnswer } from "#lib/sittings/answers/changed-parts.ts";
import { isSameGiven } from "#lib/sittings/answers/answer-content.ts";
import { mergeHistory, type Revision } from "#lib/sittings/answers/merge.ts";
import { answerOf, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import type { StoredValue } from "#lib/sittings/answers/stored-answer.ts";
import { kindNames, kindOf, type KindName } from "#lib/task-kinds/registry.ts";

const optionAnswers = [
  { choice: 1, probabilities: [0.1, 0.9] },
  { choice: 0, probabilities: [0.6, 0.4] },
];
const own: Record<KindName, readonly [object, object]> = {
  choice: [optionAnswers[0] ?? {}, optionAnswers[1] ?? {}],
  texts: [optionAnswers[0] ?? {}, optionAnswers[1] ?? {}],
  rating: [optionAnswers[0] ?? {}, optionAnswers[1] ?? {}],
  pair: [optionAnswers[0] ?? {}, optionAnswers[1] ?? {}],
  label: [{ choice: 1, error: 2 }, { choice: 0 }],
  traits: [{ openness: 0, neuroticism: 2 }, { openness: 1 }],
  codes: [{ codes: 5 }, { codes: 0 }],
};

const valueOf = (kind: KindName, given: object): AnswerValue => answerOf(kind).parse(given);

/** What a device sends, upon which revision, and in the order in which it was given. The last revision is the one that arrives. */
function merge(
  kind: KindName,
  given: readonly (Record<string, unknown> & { upon: number | null })[],
  arrives = given.length,
) {
  const history = given.map(({ upon, ...value }, at): Revision => {
    const revision = at + 1;
    const isNew = revision === arrives;
    return { revision, value: valueOf(kind, value) as StoredValue, upon, isMerged: false, isNew };
  });
  const { value, overruled } = mergeHistory(history, emptyAnswer(kindOf(kind)));
  return { value: value ?? history.at(-1)?.value, isAsSent: value === null, overruled };
}

describe.each(kindNames)("of an answer to %s that its sender had not seen", (kind) => {
  const [theirs, mine] = own[kind];
  const whole = { ...theirs, reason: "The bells.", knowsWork: true };

  test("all stays that wasn't touched, whether that is sent before it or after", () => {
    const expected = { ...whole, isFlagged: true };
    const mark = { isFlagged: true, upon: 0 };
    const after = merge(kind, [{ ...whole, upon: 0 }, mark]);
    expect(after.value).toMatchObject(expected);
    expect(after.overruled).toBeNull();
    for (const arrives of [1, 2]) {
      const before = merge(kind, [mark, { ...whole, upon: 0 }], arrives);
      expect(before.value).toMatchObject(expected);
      expect(before.overruled).toBeNull();
    }
  });

  test("what both changed is as it was given last, and whoever gave that is told of the other", () => {
    const { value, overruled } = merge(kind, [
      { ...whole, upon: 0 },
      { ...mine, upon: 0 },
    ]);
    expect(value).toMatchObject({ ...mine, reason: "The bells.", knowsWork: true });
    expect(overruled).toMatchObject(whole);
  });

  test("a word that the case can't be read takes the place of a decision, and the other way round", () => {
    const passed = { cannotRead: true, upon: 0 };
    const read = merge(kind, [passed, { ...mine, upon: 0 }]);
    expect(read.value).toMatchObject(mine);
    expect(read.value).not.toHaveProperty("cannotRead", true);
    const unread = merge(kind, [{ ...whole, upon: 0 }, passed]);
    const { nothing } = kindOf(kind);
    expect(unread.value).toMatchObject({ ...nothing, reason: "The bells.", cannotRead: true });
    expect(unread.overruled).toMatchObject(theirs);
  });
});

describe("an answer", () => {
  test("that changes nothing leaves what is there: a case was only looked at", () => {
    const stale = { choice: 1, activeMs: 500 };
    const { value } = merge("choice", [
      { ...stale, upon: 0 },
      { choice: 2, reason: "The tide.", upon: 1 },
      { ...stale, activeMs: 9000, upon: 1 },
    ]);
    expect(value).toMatchObject({ choice: 2, reason: "The tide.", activeMs: 9000 });
  });

  test("takes away what its sender had seen, and nothing else", () => {
    const first = { choice: 1, reason: "The bells.", upon: 0 };
    const { value } = merge("choice", [
      first,
      { ...first, isFlagged: true, upon: 1 },
      { choice: 1, upon: 1 },
    ]);
    expect(value).toMatchObject({ choice: 1, reason: null, isFlagged: true });
  });

  test("upon what the server put together stands upon all of that", () => {
    const history = [
      { revision: 1, value: { choice: 1, reason: "The bells." }, upon: 0, isMerged: false },
      { revision: 2, value: { isFlagged: true }, upon: 0, isMerged: false },
      { revision: 3, value: { choice: 1, reason: "The bells.", isFlagged: true }, upon: 2, isMerged: true },
      { revision: 4, value: { choice: 2, isFlagged: true }, upon: 3, isMerged: false },
      { revision: 5, value: { knowsWork: false, isFlagged: true }, upon: 2, isMerged: false },
    ].map((one): Revision => {
      const value = valueOf("choice", one.value) as StoredValue;
      return { ...one, value, isNew: one.revision === 5 };
    });
    const { value } = mergeHistory(history, emptyAnswer(kindOf("choice")));
    expect(value).toMatchObject({ choice: 2, reason: null, knowsWork: false, isFlagged: true });
  });

  test("from before it was kept upon which it was given was given upon all before it", () => {
    const { value, isAsSent } = merge("choice", [
      { choice: 1, reason: "The bells.", upon: null },
      { choice: 2, upon: null },
      { isFlagged: true, upon: 0 },
    ]);
    expect(isAsSent).toBe(false);
    expect(value).toMatchObject({ choice: 2, reason: null, isFlagged: true });
  });
});

/** A generator of numbers that a seed decides. */
function draw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const edits: Readonly<Record<string, readonly unknown[]>> = {
  choice: [null, 0, 1, 2],
  reason: [null, "The bells.", "The tide."],
  knowsWork: [null, true, false],
  isFlagged: [true, false],
  confidence: [null, 0, 0.5],
};

type Part = keyof typeof edits;
type AnswerParts = Record<string, unknown>;
const old = (one: Omit<Revision, "isNew">): Revision => ({ ...one, isNew: false });

/** Devices that change an answer, and see now and then what counts: what each part came to, and should have. */
function passThrough(seed: number): { counting: AnswerParts; expected: AnswerParts } {
  const next = draw(seed);
  const nothing = emptyAnswer(kindOf("choice"));
  const devices = Array.from({ length: 2 + next(2) }, () => ({
    upon: 0,
    shown: { ...nothing } as AnswerParts,
  }));
  const history: Omit<Revision, "isNew">[] = [];
  const expected: AnswerParts = { ...nothing };
  let counting: AnswerParts = nothing;
  for (let step = 0; step < 12; step += 1) {
    const device = devices[next(devices.length)] as (typeof devices)[number];
    const part = Object.keys(edits)[next(5)] as Part;
    const to = edits[part]?.[next(edits[part].length)];
    if (device.shown[part] !== to) expected[part] = to;
    device.shown = { ...device.shown, [part]: to };
    const value = valueOf("choice", device.shown) as StoredValue;
    const sent = { revision: history.length + 1, value, upon: device.upon, isMerged: false };
    const merged =
      history.length > 0 ? mergeHistory([...history.map(old), { ...sent, isNew: true }], nothing) : null;
    history.push(sent);
    device.upon = history.length;
    counting = merged?.value ?? value;
    if (merged?.value)
      history.push({ ...sent, revision: history.length + 1, value: merged.value, isMerged: true });
    if (next(2) === 0) Object.assign(device, { upon: history.length, shown: counting });
  }
  return { counting, expected };
}

test("each part is as it was changed last, by whichever of several devices", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const { counting, expected } = passThrough(seed);
    expect(isSameGiven(counting, expected), `seed ${seed}`).toBe(true);
  }
});
