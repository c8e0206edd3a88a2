import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { compileHint, hintChunks } from "#scripts/supervise/hint-chunks.ts";
import { temporaryFolder } from "#scripts/testing/folders.ts";

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
