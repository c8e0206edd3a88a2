import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LogFile } from "#lib/log-file.ts";
import { useFiles } from "#lib/testing/benchmark-files.ts";

const write = useFiles();
const fileIn = (folder: string) => path.join(path.dirname(write("made", "").path), folder, "worker.log");

test("lines are added to what is there, and a full file becomes the one before", () => {
  const file = fileIn("full");
  new LogFile(file, 20).write("first line\n");
  const log = new LogFile(file, 20);
  log.write("second\n");
  expect(readFileSync(file, "utf8")).toBe("first line\nsecond\n");
  log.write("third\n");
  expect(readFileSync(`${file}.1`, "utf8")).toBe("first line\nsecond\n");
  expect(readFileSync(file, "utf8")).toBe("third\n");
  log.write("a line longer than a whole file may be\n");
  log.write("last\n");
  expect(readFileSync(`${file}.1`, "utf8")).toBe("a line longer than a whole file may be\n");
  expect(readFileSync(file, "utf8")).toBe("last\n");
});

test("nobody else may read it", () => {
  const file = fileIn("private");
  new LogFile(file);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(statSync(path.dirname(file)).mode & 0o077).toBe(0);
});
