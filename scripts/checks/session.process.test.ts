import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "#scripts/process/liveness.mjs";
import { projectRoot } from "#scripts/project.ts";

const script = path.join(projectRoot, "scripts/testing/session-user.ts");

function start(...args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const state = { child, said: "" };
  child.stdout.on("data", (chunk: Buffer) => (state.said += chunk.toString()));
  return state;
}

function readLeft(said: string) {
  const [, folder = "", memory = "", orphan = ""] = /^(\S*benchside-run-\S+) (\S+) (\d+)$/m.exec(said) ?? [];
  return orphan ? { folders: [folder, memory], orphan: Number(orphan) } : null;
}

test("a run ends with what failed, how to run that alone, what more there is, and its sum", async () => {
  const run = start();
  const [code] = (await once(run.child, "close")) as [number];
  expect(code).toBe(1);
  const lines = run.said.trimEnd().split("\n");
  expect(lines.at(-1)).toBe("1 passed, 2 failed");
  expect(lines.at(-2)).toBe("more      npm run test:all has 1 tests besides");
  expect(run.said).toContain("failed    lib/tide.test.ts › doesn't wait");
  expect(run.said).toContain(String.raw`npm test -- lib/tide.test.ts -t 'doesn'\''t wait'`);
  expect(run.said).toMatch(/^failed +later\n +npm run later$/m);
  expect(readLeft(run.said)?.folders.map((folder) => existsSync(folder))).toEqual([false, false]);
});

test("a run that is stopped reports what had failed, and leaves no process and no file", async () => {
  const run = start("hangs");
  await expect.poll(() => readLeft(run.said)).not.toBeNull();
  const { folders, orphan } = readLeft(run.said) ?? { folders: [], orphan: 0 };
  const state = () => [...folders.map((folder) => existsSync(path.join(folder, "left"))), isAlive(orphan)];
  expect(state()).toEqual([true, true, true]);
  run.child.kill("SIGTERM");
  const [code] = (await once(run.child, "close")) as [number];
  expect(code).toBe(1);
  expect(run.said).toContain("failed    lib/tide.test.ts › doesn't wait");
  expect(run.said).toMatch(/^stopped /m);
  expect(run.said).not.toMatch(/^later /m);
  expect(run.said.trimEnd().split("\n").at(-1)).toBe("1 passed, 1 failed");
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
  // It was killed, and goes when the system comes to it.
  await expect.poll(() => isAlive(orphan)).toBe(false);
});
