import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { runHere } from "#scripts/cli/testing/run-here.ts";
import { projectRoot } from "#scripts/project.ts";

test("the command plays models until it is stopped, says where, and refuses a port that is taken", async () => {
  const script = path.join(projectRoot, "scripts/benchside.ts");
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", script, "fake-models", "--port", "0", "--seed", "9"],
    { stdio: ["ignore", "pipe", "inherit"], env: { PATH: process.env.PATH, NODE_ENV: "test" } },
  );
  const ended = once(child, "exit");
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const told = [(await lines.next()).value, (await lines.next()).value].join("\n");
  const port = /127\.0\.0\.1:(\d+)\/v1/.exec(told)?.[1] ?? "";
  expect(told).toContain(`MODEL_HOSTS='*, 127.0.0.1:${port}'`);
  const stats = await fetch(`http://127.0.0.1:${port}/stats`).then((response) => response.json());
  expect(stats).toEqual({ seed: 9, arrived: [] });

  const refused = await runHere(["fake-models", "--port", port]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("choose another with --port") });
  expect((await runHere(["fake-models", "--port", "x"])).err).toContain("--port: a whole number");

  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
