import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, inject, onTestFinished, test } from "vitest";
import { operator } from "#lib/auth/operator.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { startWorker } from "#lib/jobs/running/worker.ts";
import { newKey, readJob, request } from "#lib/jobs/running/testing/queue.ts";
import { thorough } from "#lib/testing/thorough.ts";

const script = fileURLToPath(new URL("./testing/job-process.ts", import.meta.url));

type Role = "worker that never ends" | "command";

function begin(role: Role, key = ""): { child: ChildProcess; lines: Interface } {
  const child = spawn(process.execPath, ["--conditions=react-server", script, role, key], {
    env: { ...process.env, NODE_COMPILE_CACHE: inject("compiled") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, lines: createInterface({ input: child.stdout }) };
}

/** A process, once it says that it is there. */
async function start(role: Role, key?: string): Promise<{ child: ChildProcess; said: string }> {
  const { child, lines } = begin(role, key);
  const [said] = (await once(lines, "line")) as [string];
  return { child, said };
}

/** The process of these tests is the one that lives on: its worker says, of each job, who did it. */
async function startHere(): Promise<void> {
  const atOnce = async () => process.pid;
  const worker = await startWorker({
    handlers: { import_cases: atOnce, import_results: atOnce },
    everyMs: 50,
  });
  onTestFinished(() => worker.stop());
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const exit = once(child, "exit");
  child.kill(signal);
  return (await exit)[0];
}

const ask = () => requestJob(operator(), request("a"));
const look = (id: string) => expect.poll(() => readJob(id), { interval: 20 });

test("a job whose process was killed is taken by another at once", async () => {
  const id = await ask();
  const first = await start("worker that never ends");
  await look(id).toMatchObject({ state: "running", attempts: 1, rows: 1n });
  await startHere();
  expect(await readJob(id)).toMatchObject({ state: "running", attempts: 1 });
  await end(first.child, "SIGKILL");
  await look(id).toMatchObject({ state: "done", attempts: 2, result: process.pid });
});

thorough("a job that three processes ended with is given up", async () => {
  const id = await ask();
  for (const attempts of [1, 2, 3]) {
    const { child } = await start("worker that never ends");
    await look(id).toMatchObject({ state: "running", attempts });
    await end(child, "SIGKILL");
  }
  await startHere();
  const error = "The process that ran it ended 3 times";
  await look(id).toMatchObject({ state: "failed", attempts: 3, error, result: null });
});

thorough("a worker that is asked to stop puts its job back, and its attempt doesn't count", async () => {
  const id = await ask();
  const { child } = await start("worker that never ends");
  await look(id).toMatchObject({ state: "running" });
  expect(await end(child, "SIGTERM")).toBe(0);
  expect(await readJob(id)).toMatchObject({ state: "queued", attempts: 0, rows: 0n });
  await startHere();
  await look(id).toMatchObject({ state: "done", attempts: 1, result: process.pid });
});

test("commands that were killed, at work and in line, leave jobs that say so and hold nobody up", async () => {
  const key = newKey();
  const atWork = await start("command", key);
  const inLine = await start("command", key);
  const idOf = ({ said }: { said: string }) => said.split(" ")[0] ?? "";
  expect([atWork.said, inLine.said]).toEqual([`${idOf(atWork)} running`, `${idOf(inLine)} queued`]);
  const behind = await requestJob(operator(), { ...request("behind"), exclusiveKey: key });
  await startHere();
  await end(inLine.child, "SIGKILL");
  const ended = { state: "failed", error: "The command that ran it was ended" };
  await look(idOf(inLine)).toMatchObject(ended);
  expect(await readJob(behind)).toMatchObject({ state: "queued" });
  await end(atWork.child, "SIGKILL");
  await look(idOf(atWork)).toMatchObject(ended);
  await look(behind).toMatchObject({ state: "done" });
});
