import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "#scripts/process/liveness.mjs";
import { ProcessorTime, processorTimeBelow } from "#scripts/checks/processor-time.ts";

const compute =
  "for (let end = performance.now() + 200; performance.now() < end;); const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; while (used() < 300_000);";
const runScript = (script: string) =>
  spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });

test.runIf(process.platform === "linux")("counts children, what they waited for, and orphans", async () => {
  const times = new ProcessorTime().start();
  onTestFinished(() => times.stop());
  const before = processorTimeBelow(process.pid) ?? 0;

  const brief = runScript(`require("node:child_process").spawnSync(process.execPath, ["-e", "${compute}"])`);
  times.assign(brief.pid ?? 0, "brief");
  await once(brief, "close");
  expect(times.of("brief")).toBeGreaterThanOrEqual(0.3);
  expect((processorTimeBelow(process.pid) ?? 0) - before).toBeGreaterThanOrEqual(0.3);
  expect(times.of("orphan")).toBe(0);

  const keep = `${compute} console.log("computed"); setInterval(() => {}, 1000)`;
  const script = `const { pid } = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(keep)}],
    { detached: true, stdio: ["ignore", "inherit", "inherit"] }); console.log(pid); process.stdin.on("data", () => process.exit())`;
  const parent = spawn(process.execPath, ["-e", script], { stdio: ["pipe", "pipe", "inherit"] });
  times.assign(parent.pid ?? 0, "orphan");
  let said = "";
  for await (const chunk of parent.stdout) {
    said += chunk;
    if (said.includes("computed")) break;
  }
  times.look();
  const orphan = Number(/^\d+/.exec(said)?.[0]);
  onTestFinished(() => void process.kill(orphan, "SIGKILL"));
  parent.stdin.write("end");
  if (parent.exitCode === null) await once(parent, "exit");
  expect(isAlive(orphan)).toBe(true);
  expect(times.of("orphan")).toBeGreaterThanOrEqual(0.3);
});
