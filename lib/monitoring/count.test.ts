import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { groupOf, requestGroups } from "#lib/monitoring/count.ts";

test.each([
  ["/", "other"],
  ["/sign-in", "signing_in"],
  ["/enter/[token]", "signing_in"],
  ["/join/[token]/consent", "joining"],
  ["/sittings/0190/17", "case_page"],
  ["/sittings/0190/overview", "sitting_pages"],
  ["/sittings", "sitting_pages"],
  ["/api/sittings/0190/answers", "answers"],
  ["/api/sittings/0190/cases", "cases"],
  ["/api/sittings/0190/state", "state"],
  ["/studies/harbour/results/people", "results"],
  ["/studies/results", "studies"],
  ["/api/studies/harbour/live", "watching"],
  ["/api/studies/harbour/export/answers.csv", "files"],
  ["/api/v1/studies/harbour/report.zip", "files"],
  ["/api/v1/studies/harbour/figures/overview", "figures"],
  ["/api/v1/studies", "programs"],
  ["/api/benchmarks/harbour/uploads/1", "uploads"],
  ["/api/health/ready", "health"],
  ["/_next/static/chunks/1.js", "static"],
  ["/somebody/tried/this", "other"],
])("%s is counted under %s", (path, group) => expect(groupOf(path)).toBe(group));

test("every address of the product falls into one of a few groups, whatever stands in it", () => {
  const routes = execFileSync("git", ["ls-files", "app"], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\/(page|route)\.tsx?$/.test(file))
    .map((file) => file.replace(/^app|\/\([^)]+\)|\/(page|route)\.tsx?$/g, ""));
  const groups = new Set(routes.map((route) => groupOf(route.replaceAll(/\[[^\]]+\]/g, "1"))));
  for (const group of groups) expect(requestGroups).toContain(group);
  expect(requestGroups.length).toBeLessThan(25);
});
