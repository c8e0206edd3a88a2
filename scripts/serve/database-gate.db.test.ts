import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { until } from "#scripts/process/until.mjs";
import { DatabaseGate } from "#scripts/serve/database-gate.ts";

/** Stands between the gate and the database, so that a test can cut the line and mend it. */
async function line(target: URL) {
  const sockets = new Set<Socket>();
  let up = true;
  const server = net.createServer((near) => {
    if (!up) return near.destroy();
    const far = net.connect(Number(target.port || 5432), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => {}).pipe(other);
      one.once("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    up = false;
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return { url: url.href, cut, mend: () => (up = true) };
}

test("the gate closes when the database goes and opens by itself when it is back", async () => {
  const { url, cut, mend } = await line(new URL(process.env.DATABASE_URL ?? ""));
  const gate = new DatabaseGate(url);
  onTestFinished(() => gate.close());
  expect(await Promise.all([gate.isOpen(), gate.isOpen()])).toEqual([true, true]);
  cut();
  expect(await until(async () => !(await gate.isOpen()), { seconds: 0.9 })).toBe(true);
  mend();
  expect(await until(() => gate.isOpen(), { seconds: 5 })).toBe(true);
});

test("a server that says nothing counts as away", async () => {
  const silent = net.createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const gate = new DatabaseGate(`postgresql://a:b@127.0.0.1:${(silent.address() as AddressInfo).port}/c`);
  onTestFinished(() => gate.close());
  expect(await gate.isOpen()).toBe(false);
});
