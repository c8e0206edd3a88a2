import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import net from "node:net";
import { buffer, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { hangSeconds } from "#lib/testing/limits.ts";
import { until } from "#scripts/process/liveness.mjs";
import { serve } from "#scripts/serve/testing/serve-listener.ts";

test("what can't be read never reaches the application, and the reason is told to a person and to a program", async () => {
  let reached = 0;
  const { get } = await serve({ application: (_, response) => response.end(String(++reached)) });
  const bad: [string, RequestInit, number][] = [
    ["/studies/%E0%A4/results", {}, 400],
    ["/sign-in?next=%00", {}, 400],
    ["/sign-in", { headers: { "next-router-state-tree": "%5B" } }, 400],
    ["/sign-in", { headers: { "next-router-state-tree": "{}" } }, 400],
    ["/sign-in", { headers: { "next-action": "4f".repeat(21) } }, 400],
    ["/sign-in", { method: "POST", headers: { "next-action": "nonsense" } }, 400],
    ["/sign-in", { method: "POST", body: "a".repeat(1024 * 1024 + 1) }, 413],
    ["/api/jobs/a%00", {}, 400],
  ];
  for (const [path, init, status] of bad) {
    const response = await get(path, init);
    expect([path, response.status]).toEqual([path, status]);
    const said = path.startsWith("/api/") ? (await response.json()).message : await response.text();
    expect(said).toMatch(/the .* (invalid|NUL character|1 MB)\.\n?$/);
  }
  expect(reached).toBe(0);
});

test("who is refused before all is sent gets the whole answer, and may send the rest", async () => {
  const { port } = await serve({ application: (_, response) => response.end() });
  const half = "a".repeat(1024 * 1024);
  const socket = net.connect(port, "127.0.0.1").setEncoding("utf8");
  const head = ["POST /sign-in HTTP/1.1", "Host: lab.example", `Content-Length: ${2 * half.length}`];
  socket.write(`${head.join("\r\n")}\r\n\r\n${half}`);
  const [said] = await once(socket, "data");
  expect(said).toMatch(/^HTTP\/1.1 413 [\s\S]*the request is larger than 1 MB\.\n$/);
  socket.write(half);
  const [isBroken] = await once(socket, "close");
  expect(isBroken).toBe(false);
});

test("a request with two Host headers is refused before anything else is read in it", async () => {
  let reached = 0;
  const { port } = await serve({ application: (_, response) => response.end(String(++reached)) });
  const ask = async (method: string, hosts: readonly string[]) => {
    const headers = [...hosts.flatMap((host) => ["Host", host]), "Origin", "https://evil.example"];
    const request = http
      .request({ host: "127.0.0.1", port, method, path: "/sign-in?next=%00", headers })
      .end();
    const [answer] = await once(request, "response");
    return [answer.statusCode, await text(answer)];
  };
  const refused = [400, "Refused: there is more than one Host header.\n"];
  expect(await ask("POST", ["lab.example", "evil.example"])).toEqual(refused);
  expect(await ask("PURGE", ["lab.example", "lab.example"])).toEqual(refused);
  expect((await ask("PURGE", ["lab.example"]))[0]).toBe(405);
  expect(reached).toBe(0);
});

test("a body that was looked through reaches the application to the byte, and an upload unread", async () => {
  const lengths: number[] = [];
  const application: RequestListener = async (request, response) => {
    lengths.push(request.readableLength);
    response.end(await buffer(request));
  };
  const { get } = await serve({ application });
  const body = randomBytes(1024 * 1024);
  const sent = await get("/api/sittings/1/answers", { method: "POST", body });
  expect(Buffer.from(await sent.arrayBuffer()).equals(body)).toBe(true);
  const large = Buffer.concat([body, body]);
  const uploaded = await get("/api/benchmarks/tidewater/uploads?name=a", { method: "POST", body: large });
  expect(Buffer.from(await uploaded.arrayBuffer()).equals(large)).toBe(true);
  expect([lengths[0], lengths[1]! < body.length]).toEqual([body.length, true]);
});

test("a body that was looked through can be read by what refuses one that somebody has read", async () => {
  const application: RequestListener = async (request, response) => {
    const body = request as unknown as BodyInit;
    response.end(
      await new Request("http://unread/", { method: "POST", body, duplex: "half" } as RequestInit).text(),
    );
  };
  const { get } = await serve({ application });
  const sent = await get("/api/sittings/1/answers", { method: "POST", body: "{}" });
  expect(await sent.text()).toBe("{}");
});

test.each(["/_next/image?url=%2Fenter%2Fs3cret&w=64&q=75", "/_next/data/build/sign-in.json", "/__nextjs_x"])(
  "Next's own %s is not here",
  async (path) => {
    const { get } = await serve({ application: ({ url }, response) => response.end(url) });
    expect(await (await get(path)).text()).toBe("/not-here");
  },
);

test("whoever takes this server for a proxy is answered as anybody", async () => {
  const { port, lines } = await serve({ application: ({ url }, response) => response.end(url) });
  const request = http.get({ host: "127.0.0.1", port, path: "http://lab.example/enter/s3cret?a=b" });
  const [answer] = await once(request, "response");
  expect(await text(answer)).toBe("/enter/s3cret?a=b");
  await until(() => lines.length > 0, { seconds: hangSeconds });
  expect(lines[0]).toMatchObject({ path: "/enter/[token]" });
});
