import { describe, expect, test } from "vitest";
import { joinPath, newInvitations } from "#lib/invitations/schema.ts";
import { codeFrom, readCode, showCode } from "#lib/studies/codes/schema.ts";

describe("a code", () => {
  test("has ten letters of thirty-two, each as likely", () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 256; byte++) {
      const [letter = ""] = codeFrom(Uint8Array.of(byte));
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.size).toBe(32);
    expect(new Set(counts.values())).toEqual(new Set([8]));
    expect([...counts.keys()].filter((letter) => "ilou".includes(letter))).toEqual([]);
    expect(codeFrom(new Uint8Array(16))).toHaveLength(10);
  });

  test("is shown in two halves and makes the link", () => {
    expect(showCode("abcde12345")).toBe("abcde-12345");
    expect(joinPath("abcde12345")).toBe("/join/abcde-12345");
  });

  test.each(["abcde-12345", "ABCDE12345", " ab cde – 123 45\n", "abcde‑12345", "abcde-i2345", "AbCdE-L2345"])(
    "is read from %j",
    (typed) => expect(readCode(typed)).toBe("abcde12345"),
  );

  test("has an o read as a nought", () => expect(readCode("abcdo-1234O")).toBe("abcd012340"));

  test.each(["", "abcde-1234", "abcde-123456", "abcdu-12345", "äbcde-12345"])(
    "is not read from %j",
    (typed) => expect(readCode(typed)).toBeNull(),
  );
});

describe("new invitations", () => {
  const studyId = "0198c6a0-0000-7000-8000-000000000001";
  const read = (given: object) => newInvitations.safeParse({ studyId, count: "20", ...given });

  test("come from a form: blank fields are none, a day lasts to its end", () => {
    expect(read({ cohort: "", expiresAt: "" }).data).toEqual({
      studyId,
      count: 20,
      cohort: null,
      expiresAt: null,
    });
    const { data } = read({ cohort: " PhD ", expiresAt: "2999-12-31" });
    expect(data).toMatchObject({ cohort: "PhD", expiresAt: new Date("2999-12-31T23:59:59.999Z") });
  });

  test.each([
    ["count", { count: "0" }, "too_small"],
    ["count", { count: "2001" }, "too_large"],
    ["count", { count: "1.5" }, "whole"],
    ["expiresAt", { expiresAt: "2001-01-01" }, "past"],
    ["expiresAt", { expiresAt: "soon" }, "wrong_date"],
  ])("with a wrong %s are refused: %o", (field, given, code) => {
    const issues = read(given).error?.issues;
    expect(issues).toMatchObject([{ path: [field], message: code }]);
  });
});
