import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "#scripts/process/liveness.mjs";
import { MetricsCollector, RestartBackoff, Service } from "#scripts/supervise/service.ts";
import { temporaryFolder } from "#scripts/testing/folders.ts";

const script = fileURLToPath(new URL("../testing/beating.ts", import.meta.url));

test("a process that is stopped, and so can't be asked to end, is ended and started again; one that goes on is not", async () => {
  const folder = temporaryFolder();
  const begin = (name: string, deadlineSeconds: number | null) => {
    const file = path.join(folder, name);
    const backoff = new RestartBackoff(() => {});
    const service = new Service({
      name,
      args: [script, file],
      env: () => process.env,
      backoff,
      gathering: new MetricsCollector(),
      deadlineSeconds,
    });
    onTestFinished(() => service.kill());
    service.start();
    return () => {
      try {
        return readFileSync(file, "utf8").trim().split("\n").map(Number);
      } catch {
        return [];
      }
    };
  };
  const [stopped, unwatched] = [begin("stopped", 5), begin("unwatched", null)];
  const first = async (pids: () => number[]) => {
    await expect.poll(() => pids().length).toBe(1);
    return pids()[0] ?? 0;
  };
  const pids = [await first(stopped), await first(unwatched)];
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  await expect.poll(() => stopped().length).toBe(2);
  expect(pids.map(isAlive)).toEqual([false, true]);
  expect(isAlive(stopped()[1] ?? 0)).toBe(true);
});
