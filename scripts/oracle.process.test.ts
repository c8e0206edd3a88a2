import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { projectRoot } from "#scripts/project.ts";

const folder = mkdtempSync(path.join(tmpdir(), "benchside-oracle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function oracle(...args: string[]) {
  const script = path.join(projectRoot, "scripts/oracle.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  return { code: status, lines: stdout.trimEnd().split("\n"), err: stderr };
}

function write(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

it("passes the reference cases", () => {
  const { code, lines } = oracle(path.join(projectRoot, "lib/metrics/oracle/reference/metrics.json"));
  expect(lines).toEqual([expect.stringMatching(/^\d{2,} passed, 0 failed$/)]);
  expect(code).toBe(0);
});

it("names every failure with its key, and counts the case once", () => {
  const mcnemar = { metric: "mcnemar_exact", input: { onlyFirst: 0, onlySecond: 2 }, tolerance: 1e-9 };
  const cases = [
    { ...mcnemar, name: "right", expected: { p: 0.5 } },
    { ...mcnemar, name: "wrong", expected: { p: null, chi: 2 } },
    { ...mcnemar, name: "strange", metric: "mcnemar", expected: { p: 0.5 } },
    { ...mcnemar, name: "impossible", input: { onlyFirst: -1, onlySecond: 2 }, expected: { p: 0.5 } },
  ];
  const { code, lines } = oracle(write("cases.json", `\uFEFF${JSON.stringify({ cases })}`));
  expect(lines).toEqual([
    "FAILED wrong: p: expected null, got 0.5",
    "FAILED wrong: chi: expected 2, got nothing of that name",
    'FAILED strange: unknown metric "mcnemar"',
    expect.stringMatching(/^FAILED impossible: onlyFirst is -1/),
    "1 passed, 3 failed",
  ]);
  expect(code).toBe(1);
});

describe("ends with 2, saying why", () => {
  it.each([
    ["no file", () => [], /^Usage/],
    ["two files", () => ["a", "b"], /^Usage/],
    ["an unknown option", () => ["--json"], /^Usage/],
    ["a file that isn't there", () => [path.join(folder, "none.json")], /can't be read \(ENOENT\)/],
    ["a folder", () => [folder], /can't be read \(EISDIR\)/],
    ["no JSON", () => [write("text.json", "cases")], /is not JSON/],
    ["JSON without cases", () => [write("other.json", '{"cases": 3}')], /no list of "cases"/],
  ])("%s", (_what, args, message) => {
    const { code, lines, err } = oracle(...args());
    expect(err).toMatch(message);
    expect({ code, lines }).toEqual({ code: 2, lines: [""] });
  });
});

it("explains itself", () => {
  expect(oracle("--help")).toMatchObject({ code: 0, err: "" });
});
