import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import path from "node:path";
import { projectRoot } from "#scripts/project.ts";
import { isAlive } from "#scripts/process/liveness.mjs";
import { expect } from "#e2e/support/http-test.ts";
import { thorough } from "#lib/testing/thorough.ts";

thorough("a product whose starter was killed ends by itself", async () => {
  const script = path.join(projectRoot, "e2e/support/start-and-wait.ts");
  const child = spawn(process.execPath, [script, tmpdir()], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const pids = JSON.parse(line) as number[];
  expect(pids.map(isAlive)).toEqual([true, true]);
  child.kill("SIGKILL");
  await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
});
