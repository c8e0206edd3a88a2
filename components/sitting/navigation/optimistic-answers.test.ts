import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchForms } from "#components/sitting/navigation/optimistic-answers.ts";
import type { AnswerStore } from "#components/sitting/device/answer-store-types.ts";
import { makeAnswerId, type Entry } from "#components/sitting/device/outbox-rules.ts";
import { openOutboxState } from "#components/sitting/device/outbox-state.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";

const value = (given: Partial<AnswerValue>) => answerValue.parse(given);

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", { hidden: false });
});
afterEach(() => void vi.unstubAllGlobals());

function openForms() {
  const outbox = openOutboxState([1, 2].map((position) => ({ position, answer: null, revision: 0 })));
  const put = async (position: number, answer: AnswerValue) =>
    void outbox.add(position, answer, {
      sittingId: "s",
      id: makeAnswerId(),
      clientAt: "2026-11-21T00:00:00Z",
    });
  const store = watchForms({ ...outbox, put } as unknown as AnswerStore, new AbortController().signal);
  const kinds: string[] = [];
  store.subscribe(() => void kinds.push(store.state().kind));
  return {
    ...store,
    kinds,
    show: (position: number, given: Partial<AnswerValue>, { isUnfit = false, isLeft = false } = {}) =>
      store.noteForm(position, { answer: value(given), isUnfit, isLeft }),
    give: (position: number, given: Partial<AnswerValue>) => void store.put(position, value(given)),
    acknowledge() {
      const entry = outbox.nextToSend() as Entry;
      const { revision } = entry;
      outbox.acknowledge(entry, {
        revision,
        savedAt: "2026-11-21T00:00:00Z",
        current: revision,
        newer: null,
      });
    },
    learn: outbox.learn,
    noteBehind: outbox.noteBehind,
    learnState: outbox.learnState,
  };
}

test("nothing is called saved while the fields show anything else than what is stored", () => {
  const page = openForms();
  page.show(1, {});
  expect(page.state().kind).toBe("saved");
  page.show(1, { choice: 2 });
  expect(page.state()).toMatchObject({ kind: "saving", count: 0 });
  page.give(1, { choice: 2 });
  page.show(1, { choice: 2, reason: "The" });
  page.acknowledge();
  expect(page.state().kind).toBe("saving");
  page.give(1, { choice: 2, reason: "The tide\r\nrises" });
  page.show(1, { choice: 2, reason: "The tide\nrises" });
  page.acknowledge();
  expect(page.state().kind).toBe("saved");
  page.show(1, { choice: null, reason: "The tide\nrises" });
  expect(page.state().kind).toBe("saving");
  expect(page.kinds.filter((kind) => kind === "saved")).toHaveLength(1);
});

test("what can't be stored as it stands isn't called saved once it is left, until something newer counts", () => {
  const page = openForms();
  const tooLong = { choice: 2, reason: "Far too long" };
  page.give(1, { choice: 2 });
  page.show(1, tooLong, { isUnfit: true });
  page.acknowledge();
  expect(page.state().kind).toBe("unfit");
  page.show(1, tooLong, { isUnfit: true, isLeft: true });
  page.show(2, {});
  expect(page.state().kind).toBe("unfit");
  page.learn([{ position: 1, answer: value({ choice: 3 }), revision: 2 }]);
  expect(page.state().kind).toBe("saved");
});

test("nothing is called saved where the server may have drawn less than it stored, until it told all", () => {
  const page = openForms();
  page.noteBehind();
  page.show(1, {});
  expect(page.state()).toMatchObject({ kind: "saving", count: 0 });
  page.give(2, { choice: 1 });
  page.acknowledge();
  page.learn([{ position: 2, answer: value({ choice: 1 }), revision: 1 }]);
  expect(page.state().kind).toBe("saving");
  page.learnState([{ position: 1, answer: value({ choice: 3 }), revision: 2 }]);
  expect(page.state()).toMatchObject({ kind: "saving", replaced: [] });
  page.show(1, { choice: 3 });
  expect(page.state().kind).toBe("saved");
});

test("a draft that can’t hold all that the fields show isn’t called saved, until it can", () => {
  const page = openForms();
  page.show(1, { choice: 2, reason: "Far too long" }, { isUnfit: true });
  expect(page.state().kind).toBe("unfit");
  page.noteForm(1, null);
  expect(page.state().kind).toBe("saved");
});

test("what was left is no more held against what another device answers later", () => {
  const page = openForms();
  page.give(1, { choice: 2 });
  page.show(1, { choice: 2 }, { isLeft: true });
  page.acknowledge();
  page.learn([{ position: 1, answer: value({ choice: 3 }), revision: 2 }]);
  expect(page.state().kind).toBe("saved");
});
