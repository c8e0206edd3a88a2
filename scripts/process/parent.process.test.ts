import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { hangSeconds } from "#lib/testing/limits.ts";
import { isAlive, signal, until } from "#scripts/process/liveness.mjs";
import { supervisorKey } from "#scripts/process/stop-signals.mjs";

const orphan = fileURLToPath(new URL("../testing/orphan.ts", import.meta.url));

test.each([
  ["directly", `spawn(process.execPath, ["${orphan}"], { stdio: "inherit" })`],
  [
    "through a shell, as npm does",
    `spawn("sh", ["-c", \`"\${process.execPath}" "${orphan}"; true\`], { stdio: "inherit" })`,
  ],
])("a process that was started %s notices that its parent was killed", async (_how, start) => {
  const program = `const { spawn } = require("node:child_process"); ${start}; setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
  const pid = Number(line);
  onTestFinished(() => void signal(pid, "SIGKILL"));
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  expect(await until(() => !isAlive(pid), { seconds: hangSeconds })).toBe(true);
});

test("a process whose parent was gone before it looked notices that, too", async () => {
  const gone = spawn(process.execPath, ["-e", ""]);
  await once(gone, "exit");
  const env = { ...process.env, [supervisorKey]: String(gone.pid) };
  const left = spawn(process.execPath, [orphan], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void left.kill("SIGKILL"));
  await once(left, "exit");
  expect(left.signalCode).toBe(null);
});
