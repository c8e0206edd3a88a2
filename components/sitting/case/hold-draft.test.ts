import { expect, test, vi } from "vitest";
import { holdDraft } from "#components/sitting/case/hold-draft.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";

const give = (choice: number | null) => answerValue.parse({ choice });

function openCase(base: number | null) {
  const fields = {
    base: give(base),
    read: () => ({ given }),
    told: () => ({ ...give(null), unfolded: null }),
  };
  let given = give(base);
  const setDraft = vi.fn();
  const drafting = holdDraft(fields, {
    form: { getBoundingClientRect: () => ({ top: 0 }) as DOMRect },
    position: 1,
    answers: { draft: async () => null, setDraft },
  });
  return { ...drafting, setDraft, change: (choice: number | null) => (given = give(choice)) };
}

test("fields that were changed back before an earlier draft was read are set as the draft once it is", async () => {
  const { change, now, takeUp, catchUp, setDraft } = openCase(2);
  change(1);
  change(2);
  now();
  // The draft on the device may hold more than these fields show.
  expect(setDraft).not.toHaveBeenCalled();
  await takeUp();
  catchUp();
  expect(setDraft).toHaveBeenCalledTimes(1);
  catchUp();
  expect(setDraft).toHaveBeenCalledTimes(1);
});

test("fields that nobody changed are no draft", async () => {
  const { takeUp, catchUp, setDraft } = openCase(null);
  await takeUp();
  catchUp();
  expect(setDraft).not.toHaveBeenCalled();
});
