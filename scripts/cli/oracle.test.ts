import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { runOracle } from "#scripts/cli/oracle.ts";

const folder = mkdtempSync(path.join(tmpdir(), "benchside-oracle-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function oracle(...args: string[]) {
  const said = { lines: [] as string[], err: [] as string[] };
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void said.lines.push(line));
  const error = vi.spyOn(console, "error").mockImplementation((line: string) => void said.err.push(line));
  const code = runOracle(args);
  log.mockRestore();
  error.mockRestore();
  return { code, lines: said.lines, err: said.err.join("\n") };
}

function write(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

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
    expect({ code, lines }).toEqual({ code: 2, lines: [] });
  });
});

it("explains itself", () => {
  expect(oracle("--help")).toMatchObject({ code: 0, err: "" });
});
