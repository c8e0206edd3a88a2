import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openLine } from "#lib/testing/database-line.ts";
import { hangSeconds } from "#lib/testing/limits.ts";
import { until } from "#scripts/process/liveness.mjs";
import { DatabaseGate } from "#scripts/serve/database-gate.ts";

test("the gate closes when the database goes and opens by itself when it is back", async () => {
  const { url, cut, mend, close } = await openLine(process.env.DATABASE_URL ?? "");
  onTestFinished(close);
  const gate = new DatabaseGate(url);
  onTestFinished(() => gate.close());
  expect(await Promise.all([gate.isOpen(), gate.isOpen()])).toEqual([true, true]);
  cut();
  expect(await until(async () => !(await gate.isOpen()), { seconds: hangSeconds })).toBe(true);
  await mend();
  expect(await until(() => gate.isOpen(), { seconds: hangSeconds })).toBe(true);
});

test("a server that says nothing counts as away", async () => {
  const silent = net.createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const gate = new DatabaseGate(`postgresql://a:b@127.0.0.1:${(silent.address() as AddressInfo).port}/c`);
  onTestFinished(() => gate.close());
  expect(await gate.isOpen()).toBe(false);
});

test("where its question goes unanswered it says so, once a question, and asks over a new connection", async () => {
  const { url, lose, close } = await openLine(process.env.DATABASE_URL ?? "");
  onTestFinished(close);
  let silences = 0;
  const gate = new DatabaseGate(url, () => silences++);
  onTestFinished(() => gate.close());
  expect(await gate.isOpen()).toBe(true);
  lose();
  expect(await until(async () => !(await gate.isOpen()), { seconds: hangSeconds })).toBe(true);
  expect(silences).toBe(1);
  expect(await until(() => gate.isOpen(), { seconds: hangSeconds })).toBe(true);
  expect(silences).toBe(1);
});
