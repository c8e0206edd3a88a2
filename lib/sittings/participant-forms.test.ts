import { expect, test } from "vitest";
import { beginInput, caseInput } from "#lib/sittings/participant-forms.ts";

const sittingId = "6f1e1b5e-8a38-4c2e-9d3b-0d6b3f0c2a11";
const sent = { sittingId, position: "1", revision: "0", options: "5", reason: "the tide" };

test("blanks alone are no answer about oneself", () => {
  expect(beginInput.parse({ sittingId, field: "  " })).toEqual({ sittingId, field: "" });
});

test.each(["\0", "\ud800"])(
  "what the database can't hold, %j, is refused by the name of its field",
  (wrong) => {
    const fields = (result: { error?: { issues: { path: PropertyKey[] }[] } }) =>
      result.error?.issues.map(({ path }) => path[0]);
    expect(fields(beginInput.safeParse({ sittingId, field: `a${wrong}` }))).toEqual(["field"]);
    expect(fields(caseInput.safeParse({ ...sent, reason: `a${wrong}` }))).toEqual(["reason"]);
    expect(caseInput.safeParse({ ...sent, reason: "😀" }).success).toBe(true);
  },
);
