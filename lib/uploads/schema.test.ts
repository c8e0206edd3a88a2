import { describe, expect, test } from "vitest";
import { explainRefusal } from "#lib/uploads/accept.ts";
import { uploadName } from "#lib/uploads/schema.ts";

describe("a name is only a name", () => {
  test.each([
    ["Literary.csv", "Literary.csv"],
    ["../../x<script>.csv", "../../x<script>.csv"],
    ["a\0b\u001b[31m\nc.csv", "ab[31mc.csv"],
    ["  文学.csv ", "文学.csv"],
    ["x".repeat(255), "x".repeat(255)],
  ])("%j", (given, kept) => {
    expect(uploadName.parse(given)).toBe(kept);
  });

  test.each([[""], [" \n"], ["x".repeat(256)], [null]])("%j is none", (given) => {
    expect(uploadName.safeParse(given).success).toBe(false);
  });
});

describe("a refusal is a status, a code and a sentence", () => {
  test.each([
    ["not_signed_in", 401],
    ["not_allowed", 403],
    ["not_found", 404],
    ["cut_off", 400],
    ["too_large", 413],
    ["zip_archive", 422],
    ["disk_full", 507],
    ["no_room", 507],
  ] as const)("%s", (problem, status) => {
    const refusal = explainRefusal(problem);
    expect(refusal).toMatchObject({ status, error: problem });
    expect(refusal.message).toMatch(/\.$/);
  });

  test("the limit is named, and the size where it is known", () => {
    expect(explainRefusal("too_large").message).toContain("larger than the 4 GB");
    expect(explainRefusal("too_large", String(6 * 1024 ** 3)).message).toContain("is 6 GB, and at most 4 GB");
  });
});
