import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDraftSending } from "#components/sitting/device/draft-sending.ts";
import { openOutboxState } from "#components/sitting/device/outbox-state.ts";
import type { OpenedSitting } from "#components/sitting/device/answer-store.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";

const value = (choice: number) => answerValue.parse({ choice });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("IDBKeyRange", { bound: () => null });
  vi.stubGlobal("fetch", async () => Response.json({ draftSavedAt: "2026-11-21T00:00:00Z" }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("no draft is called stored between a change of the fields and the draft of it", async () => {
  const outbox = openOutboxState([{ position: 1, answer: null, revision: 0 }]);
  const opened = { sittingId: "s", outbox, storage: { ask: async () => null } } as unknown as OpenedSitting;
  const cases = [{ position: 1, asked: { kind: "choice" as const } }];
  const sending = await openDraftSending(opened, cases, new AbortController().signal);
  const draft = () => outbox.state().draft;

  sending.give(1, value(0));
  expect(draft()).toBe("here");
  await sending.flush();
  expect(draft()).toBe("stored");

  sending.noteChange();
  expect(draft()).toBe("changed");
  sending.give(1, value(0));
  expect(draft(), "changed back").toBe("stored");

  sending.give(1, value(1));
  sending.noteChange();
  expect(draft()).toBe("here");
  await sending.flush();
  expect(draft(), "what was stored is an earlier one").toBe("changed");
  sending.give(1, value(2));
  expect(draft()).toBe("here");
  await sending.flush();
  expect(draft()).toBe("stored");
});
