import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findTwins } from "#lib/imports/run.ts";

const folder = mkdtempSync(path.join(tmpdir(), "twins-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string) {
  const placed = { name, path: path.join(folder, name) };
  writeFileSync(placed.path, content);
  return placed;
}

test("the same bytes twice are found by their digest, whatever they are called", async () => {
  const [a, b, c] = [file("a.csv", "1,2\n"), file("b.csv", "1,3\n"), file("c.csv", "1,2\n")];
  expect(await findTwins([a, b, c])).toEqual({ first: "a.csv", second: "c.csv" });
  expect(await findTwins([a, b])).toBeNull();
  expect(await findTwins([b, b])).toEqual({ first: "b.csv", second: "b.csv" });
});

test("a file that is gone is no twin of another that is", async () => {
  const gone = { name: "gone.csv", path: path.join(folder, "gone") };
  expect(await findTwins([gone, gone, file("d.csv", "4\n")])).toBeNull();
});
