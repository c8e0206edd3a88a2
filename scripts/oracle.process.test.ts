import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#scripts/project.ts";

function oracle(...args: string[]) {
  const script = path.join(projectRoot, "scripts/oracle.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  return { code: status, lines: stdout.trimEnd().split("\n"), err: stderr };
}

it("passes the reference cases", () => {
  const { code, lines } = oracle(path.join(projectRoot, "lib/metrics/oracle/reference/metrics.json"));
  expect(lines).toEqual([expect.stringMatching(/^\d{2,} passed, 0 failed$/)]);
  expect(code).toBe(0);
});

it("ends a process with what it comes to", () => {
  const { code, lines, err } = oracle(projectRoot);
  expect(err).toMatch(/can't be read \(EISDIR\)/);
  expect({ code, lines }).toEqual({ code: 2, lines: [""] });
});
