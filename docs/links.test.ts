import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const pages = globSync("**/*.md", {
  exclude: (name) => name.startsWith("node_modules") || name.startsWith(".") || name === "test-results",
}).map((file) => file.split(path.sep).join("/"));

const read = (file: string) => readFileSync(file, "utf8");

test("the index lists every decision once, in the order of the numbers", () => {
  const decisions = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page));
  const index = read("docs/decisions/README.md");
  const lines = [...index.matchAll(/^(\d+)\. \[(.+)\]\((.+)\)$/gm)];
  const listed = lines.map(([, number, title, file]) => ({ number, title, file: `docs/decisions/${file}` }));
  const expected = decisions
    .toSorted((a, b) => path.basename(a).localeCompare(path.basename(b)))
    .map((file) => {
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(file)) ?? [];
      return { number, title, file };
    });
  expect(expected.length).toBeGreaterThanOrEqual(20);
  expect(listed).toEqual(expected);
});

const walks = [
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  "docs/asvs.md",
  "docs/follow-an-answer.md",
];
const places = /^(app|bench|components|deploy|docs|e2e|lib|prisma|scripts)\/[^\s*<>]*$/;

test("every file and folder that a page about the code names is there", () => {
  const others = pages.filter((page) => /^docs\/(add|follow)-/.test(page));
  const missing = [...new Set([...walks, ...others])].flatMap((page) => {
    const named = [...read(page).matchAll(/`([^`\n]+)`/g)].flatMap(([, name = ""]) => name.split(/\s+/));
    return named.filter((name) => places.test(name) && !existsSync(name)).map((name) => `${page}: ${name}`);
  });
  expect(missing).toEqual([]);
});
