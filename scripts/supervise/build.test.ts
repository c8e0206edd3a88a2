import { mkdirSync, writeFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listUsers, registerUser } from "#scripts/process/users.ts";
import {
  buildWhenStale,
  hashSources,
  servingFolder,
  compileHint,
  hintChunks,
} from "#scripts/supervise/build.ts";
import { temporaryFolder } from "#scripts/testing/folders.ts";

function project(): { root: string; write: (file: string, content: string) => void } {
  const root = temporaryFolder();
  const write = (file: string, content: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  };
  write("app/page.tsx", "one");
  return { root, write };
}

test.each([
  "app/page.tsx",
  "lib/deep/in/schema.ts",
  "public/mark.svg",
  "next.config.ts",
  "package-lock.json",
])("a change of %s makes the build stale", (file) => {
  const { root, write } = project();
  const before = hashSources(root);
  write(file, "two");
  expect(hashSources(root)).not.toBe(before);
});

test.each(["lib/generated/prisma/client.ts", "lib/sampling.test.ts", "docs/README.md"])(
  "%s does not",
  (file) => {
    const { root, write } = project();
    const before = hashSources(root);
    write(file, "two");
    write("app/page.tsx", "one");
    expect(hashSources(root)).toBe(before);
  },
);

test("a build is not replaced under a process that serves it", async () => {
  const { root } = project();
  registerUser(servingFolder(root, ".next"));
  const { signal } = new AbortController();
  await expect(buildWhenStale(root, ".next", { signal })).rejects.toThrow(
    `process ${process.pid} of this folder still serves the build in .next`,
  );
  expect(listUsers(servingFolder(root, ".next-test"))).toEqual([]);
});

test("what a process that has ended left behind holds nobody up, nor does another one with its number", () => {
  const { root, write } = project();
  write(`.cache/serving/.next/${process.pid}.1.abcd`, "");
  write(`.cache/serving/.next/${2 ** 22 + 1}.0.abcd`, "");
  expect(listUsers(servingFolder(root, ".next"))).toEqual([]);
});

test("every script of a build is marked once, and nothing else is touched", () => {
  const build = temporaryFolder();
  const chunks = path.join(build, "static/chunks");
  const write = (name: string, content: string) => {
    mkdirSync(path.dirname(path.join(chunks, name)), { recursive: true });
    writeFileSync(path.join(chunks, name), content);
  };
  const read = (name: string) => readFileSync(path.join(chunks, name), "utf8");
  write("one.js", "(function(){})()");
  write("pages/two.js", "“two”");
  write("look.css", "p{}");

  hintChunks(build);
  hintChunks(build);

  expect(read("one.js")).toBe(`${compileHint}(function(){})()`);
  expect(read("pages/two.js")).toBe(`${compileHint}“two”`);
  expect(read("look.css")).toBe("p{}");
});
