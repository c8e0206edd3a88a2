import { expect, test } from "vitest";
import { beginInput, caseInput } from "#lib/sittings/joining/participant-forms.ts";

const sittingId = "6f1e1b5e-8a38-4c2e-9d3b-0d6b3f0c2a11";
const sent = { sittingId, position: "1", revision: "0", options: "5", reason: "the tide" };

test("blanks alone are no answer about oneself", () => {
  expect(beginInput.parse({ sittingId, field: "  " })).toEqual({ sittingId, field: "" });
});

test.each(["\0", "\ud800"])("what the database can't hold, %j, is taken out", (wrong) => {
  expect(beginInput.parse({ sittingId, field: `a${wrong}b` })).toEqual({ sittingId, field: "ab" });
  expect(caseInput.parse({ ...sent, reason: `a${wrong}😀\r\nb` }).reason).toBe("a😀\nb");
});

test("a reason that is too long is read, to be given back; one beyond measure is refused", () => {
  const reason = "x".repeat(10_001);
  expect(caseInput.parse({ ...sent, reason }).reason).toBe(reason);
  expect(caseInput.safeParse({ ...sent, reason: reason.repeat(10) }).success).toBe(false);
});
