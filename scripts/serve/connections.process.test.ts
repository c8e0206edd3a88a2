import { once } from "node:events";
import type { IncomingMessage, RequestListener } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { hangSeconds } from "#lib/testing/limits.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { until } from "#scripts/process/liveness.mjs";
import { connectionsAtMost, createPatientServer } from "#scripts/serve/connections.ts";
import { createListener } from "#scripts/serve/listener.ts";

// The product's own server, in which nobody has to wait for long. What must not happen too early has a minute.
const short = 60;
const long = 60_000;
const patient = { headMs: long, requestMs: long, idleMs: long, stillMs: long, checkMs: 20, connections: 100 };

type Setting = Partial<typeof patient> & { application?: RequestListener; bodyMs?: number };

async function serve({ application, bodyMs = long, ...given }: Setting) {
  const lines: { status: number; aborted?: true }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const answer: RequestListener = (request, response) => {
    request.resume().once("end", () => response.end("served"));
  };
  const listener = createListener({
    application: application ?? answer,
    gate: { isOpen: async () => true },
    log,
    publicPaths: new Set(),
    publicUrl: null,
    trustProxy: 0,
    bodyMs,
  });
  const server = createPatientServer({ ...patient, ...given })
    .on("request", listener)
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;

  /** Says something, and maybe more every now and then, and hears what is answered until the other side hangs up. */
  function talk(said: string, trickle = "") {
    const socket = net.connect(port, "127.0.0.1");
    const state = { socket, heard: "", isOver: false };
    onTestFinished(() => void socket.destroy());
    socket.setEncoding("utf8").on("data", (text) => (state.heard += text));
    socket.on("error", () => {}).on("close", () => (state.isOver = true));
    socket.on("end", () => (state.isOver = true));
    socket.write(said);
    const drops = setInterval(() => trickle && socket.writable && socket.write(trickle), 10);
    socket.once("close", () => clearInterval(drops));
    return state;
  }
  const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  return { lines, open, port, talk, get: () => fetch(`http://127.0.0.1:${port}/`) };
}

const head = (length: number | string, path = "/") =>
  `POST ${path} HTTP/1.1\r\nHost: lab.example\r\nContent-Length: ${length}\r\n\r\n`;
const upload = "/api/benchmarks/tidewater/uploads?name=a";
const good = "GET / HTTP/1.1\r\nHost: lab.example\r\n\r\n";

async function expectGone(talks: { heard: string; isOver: boolean }[], status: number | null) {
  expect(await until(() => talks.every(({ isOver }) => isOver), { seconds: hangSeconds })).toBeTruthy();
  const beginning = status === null ? /^$/ : new RegExp(`^HTTP/1.1 ${status} `);
  for (const { heard } of talks) expect(heard).toMatch(beginning);
}

test("half a head, and one that comes letter by letter, are answered with 408, while others are served", async () => {
  // What was said has to be read before its time is over, on a busy machine too: whoever said nothing gets no answer.
  const { talk, get, open } = await serve({ headMs: 3000 });
  const halves = ["G", "GET / HTTP/1.1\r\n", good.slice(0, -2)].map((said) => talk(said));
  const slow = talk("GET / HTTP/1.1\r\nX-Long: ", "a");
  expect(await (await get()).text()).toBe("served");
  await expectGone([...halves, slow], 408);
  expect(slow.heard).toContain("took too long");
  expect(await until(async () => (await open()) <= 1, { seconds: hangSeconds })).toBeTruthy();
});

test("a connection that says nothing is closed without a word: a browser opened it ahead of need", async () => {
  const { talk } = await serve({ headMs: short });
  await expectGone([talk(""), talk("")], null);
});

test("a connection that was kept open for another request is closed", async () => {
  const { talk } = await serve({ idleMs: short });
  const kept = talk(good);
  await expectGone([kept], 200);
});

test("half a body, and one that comes letter by letter, are answered with 408, and so they are logged", async () => {
  const { talk, get, lines } = await serve({ bodyMs: short });
  const talks = [talk(head(100)), talk(`${head(100)}abc`), talk(head(100_000), "a")];
  talks.push(talk("POST / HTTP/1.1\r\nHost: lab.example\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"));
  expect(await (await get()).text()).toBe("served");
  await expectGone(talks, 408);
  await until(() => lines.length === 5, { seconds: hangSeconds });
  expect(lines.map(({ status }) => status).sort()).toEqual([200, 408, 408, 408, 408]);
});

test("an upload may take as long as it likes, as long as it gets on", async () => {
  let come = 0;
  const application: RequestListener = (request, response) => {
    request.on("data", (part: Buffer) => (come += part.length)).once("end", () => response.end("served"));
  };
  // Longer than a form may take.
  const { talk } = await serve({ bodyMs: short, application });
  const letters = 200;
  const slow = talk(head(letters, upload), "a");
  await until(() => slow.heard !== "", { seconds: hangSeconds });
  expect(slow.heard).toMatch(/^HTTP\/1.1 200 /);
  expect(come).toBe(letters);
});

test("an upload that stops, or trickles for longer than any request may take, is answered with 408", async () => {
  const stopping = await serve({ stillMs: short });
  await expectGone([stopping.talk(`${head(100_000, upload)}abc`)], 408);
  const trickling = await serve({ headMs: 3000, requestMs: 3000 });
  await expectGone([trickling.talk(head(100_000, upload), "a")], 408);
});

test("an upload that isn't read is not the sender's fault", async () => {
  const body = "a".repeat(5_000_000);
  const asked: IncomingMessage[] = [];
  const application: RequestListener = (request, response) => {
    asked.push(request);
    request.once("end", () => response.end("served"));
  };
  const { talk } = await serve({ stillMs: 1000, application });
  const held = talk(head(body.length, upload) + body);
  const isFull = (request?: IncomingMessage) =>
    request !== undefined && request.readableLength >= request.readableHighWaterMark;
  await until(() => isFull(asked[0]), { seconds: hangSeconds });
  // Who has begun later and is left has been silent for no longer.
  await expectGone([talk(head(100_000, upload))], 408);
  expect(held.isOver).toBe(false);
  asked[0]?.resume();
  await until(() => held.heard !== "", { seconds: hangSeconds });
  expect(held.heard).toMatch(/^HTTP\/1.1 200 /);
});

thorough("who doesn't take an answer is left; who waits for one, or takes it slowly, is not", async () => {
  let answerLate = () => {};
  const long = 12_000_000;
  const application: RequestListener = ({ url }, response) => {
    if (url === "/large") response.end(Buffer.alloc(50_000_000));
    else if (url === "/long") response.end(Buffer.alloc(long));
    else answerLate = () => response.end("late");
  };
  const { talk, lines } = await serve({ stillMs: 3000, application });
  const deaf = talk(good.replace("/", "/large"));
  deaf.socket.pause();
  const waiting = talk(good);
  const slow = talk(good.replace("/", "/long"));
  const sips = setInterval(() => (slow.socket.isPaused() ? slow.socket.resume() : slow.socket.pause()), 10);
  onTestFinished(() => clearInterval(sips));
  await until(() => lines.some(({ aborted }) => aborted), { seconds: hangSeconds });
  await until(() => slow.heard.length > long, { seconds: hangSeconds });
  expect([waiting.isOver, slow.heard.length > long]).toEqual([false, true]);
  answerLate();
  await until(() => waiting.heard.includes("late"), { seconds: hangSeconds });
  expect(lines.filter(({ aborted }) => aborted)).toHaveLength(1);
});

test("more connections than there may be at once are refused with 503, and only they", async () => {
  const { talk, open } = await serve({ connections: 3 });
  const kept = [talk(good), talk(good), talk(good)];
  await until(() => kept.every(({ heard }) => heard !== ""), { seconds: hangSeconds });
  const refused = [talk(good), talk("")];
  await expectGone(refused, 503);
  expect(refused[0]?.heard).toContain("Retry-After");
  expect(kept.map(({ isOver }) => isOver)).toEqual([false, false, false]);
  kept[0]?.socket.destroy();
  await until(async () => (await open()) === 2, { seconds: hangSeconds });
  const next = talk(good);
  await until(() => next.heard !== "", { seconds: hangSeconds });
  expect(next.heard).toMatch(/^HTTP\/1.1 200 /);
});

test("a flood that says nothing leaves room for whoever speaks once it is gone", async () => {
  const { talk, get } = await serve({ headMs: short, connections: 20 });
  const flood: { socket: Socket; isOver: boolean }[] = Array.from({ length: 300 }, () => talk(""));
  await until(() => flood.every(({ isOver }) => isOver), { seconds: hangSeconds });
  expect(await (await get()).text()).toBe("served");
});

test.each([
  ["no HTTP", "hello\r\n\r\n", 400],
  [
    "a body of two lengths",
    `${good.slice(0, -2)}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    "a broken piece of a body",
    `${head(1).replace("Content-Length: 1", "Transfer-Encoding: chunked")}zz\r\n`,
    400,
  ],
  ["a head without end", `GET / HTTP/1.1\r\nCookie: ${"a".repeat(20_000)}`, 431],
])("%s is answered with a reason", async (_what, said, status) => {
  const { talk } = await serve({});
  const one = talk(said);
  await expectGone([one], status);
  expect(one.heard).toMatch(/Refused: .*\n$/);
  expect(one.heard).toContain("\r\nX-Content-Type-Options: nosniff\r\n");
  expect(one.heard).toMatch(/\r\nContent-Security-Policy: .*frame-ancestors 'none'\r\n/);
});

test("no more connections than the system lets this process have files", () => {
  const limits = [Infinity, 20_000, 1024, 300].map((files) => connectionsAtMost(4096, files));
  expect(limits).toEqual([4096, 4096, 768, 150]);
  expect(connectionsAtMost(64)).toBe(64);
});
