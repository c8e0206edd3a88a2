import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { markOf } from "#scripts/process/liveness.mjs";
import { listServing, markServing } from "#scripts/serve/builds/serving.ts";
import { buildWhenStale, hashSources } from "#scripts/supervise/build.ts";
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
  markServing(root, ".next");
  const { signal } = new AbortController();
  await expect(buildWhenStale(root, ".next", { signal })).rejects.toThrow(
    `process ${process.pid} of this folder still serves the build in .next`,
  );
  expect(listServing(root, ".next-test")).toEqual([]);
});

test("what a process that has ended left behind holds nobody up, nor does another one with its number", () => {
  const { root, write } = project();
  const mark = { ...markOf(process.pid), buildDir: ".next" };
  write(`.cache/serving/${mark.pid}.json`, JSON.stringify({ ...mark, started: "1" }));
  write(".cache/serving/7.json.draft", "{");
  expect(listServing(root, ".next")).toEqual([]);
});
