import { globSync, readFileSync } from "node:fs";
import { createTranslator } from "use-intl/core";
import { describe, expect, test } from "vitest";
import { actionNames, readRecordFilter } from "#lib/audit/schema.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };
import { jobKinds } from "#lib/jobs/schema.ts";

const known = Object.entries(actionNames).flatMap(([group, names]) =>
  names.map((name) => `${group}.${name}`),
);

describe("what is recorded", () => {
  test("has a name in the list, and the list has no other", () => {
    const sources = globSync("{lib,scripts}/**/*.ts").filter(
      (file) => !/\.test(-d)?\.ts$|\/testing\//.test(file),
    );
    const writing = sources
      .map((file) => readFileSync(file, "utf8"))
      .filter((text) => /\brecord(BulkEvent|Event|BeforeSignIn)\b|\baction: "[a-z]+\.[a-z_]+"/.test(text));
    const groups = Object.keys(actionNames).join("|");
    const written = writing.flatMap((text) => [
      ...text.matchAll(new RegExp(`"((?:${groups})\\.[a-z_]+)"`, "g")),
    ]);
    expect([...new Set(written.map(([, name]) => name))].sort()).toEqual(known.toSorted());
  });

  test.each([
    ["en", en],
    ["zh-CN", zh],
  ] as const)("has words: %s", (locale, messages) => {
    const t = createTranslator({ locale, messages: messages as typeof en, namespace: "record" });
    for (const name of known) {
      expect(t.has(`actions.${name}` as "actions.job.requested"), name).toBe(true);
      expect(t(`actions.${name}` as "actions.job.requested", { job: "…" })).toMatch(/^[^_{}]+$/);
    }
    for (const kind of jobKinds) expect(t(`jobs.${kind}`)).not.toContain("_");
  });
});

describe("an address that makes no sense", () => {
  test("asks for nothing there, and for the rest as it says", () => {
    const asked = { text: " ", actor: "me", origin: "moon", type: "x", from: "2026-02-30", before: "-3" };
    expect(readRecordFilter({ ...asked, action: "study.opened", to: "" })).toEqual({
      action: "study.opened",
    });
    expect(readRecordFilter({ before: ["1", "2"], text: ["a"], from: "9999999-01-01" })).toEqual({});
    expect(readRecordFilter({ before: "99999999999999999999", to: "0000-01-01" })).toEqual({});
    expect(readRecordFilter({ before: "12", from: "2026-02-28" })).toEqual({
      before: 12n,
      from: "2026-02-28",
    });
  });
});
