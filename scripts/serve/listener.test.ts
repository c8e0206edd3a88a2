import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import { expect, test } from "vitest";
import { hangSeconds } from "#lib/testing/limits.ts";
import { rethrow } from "#lib/database/outage.ts";
import { simulatedAgent } from "#lib/simulation/schema.ts";
import { until } from "#scripts/process/liveness.mjs";
import { serve } from "#scripts/serve/testing/serve-listener.ts";

test("every request gets an id of its own, told to the application and to the client", async () => {
  const { get } = await serve();
  const response = await get("/", { headers: { "x-request-id": "mine" } });
  const id = response.headers.get("x-request-id");
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await response.json()).toMatchObject({ "x-request-id": id, "x-benchside-address": "127.0.0.1" });
});

test("what the application asks of itself for a request keeps that request's host and address, and nothing else does", async () => {
  const seen: unknown[] = [];
  const application: RequestListener = async ({ headers, url, socket }, response) => {
    seen.push([headers["x-benchside-host"], headers["x-benchside-address"]]);
    if (url === "/") {
      const inner = (key: string) => {
        const named = { "x-benchside-host": "evil.example", "x-benchside-address": "6.6.6.6" };
        const asked = { ...named, "x-forwarded-for": "6.6.6.6", "x-benchside-inner": key };
        return fetch(`http://127.0.0.1:${socket.localPort}/inner`, { headers: asked });
      };
      await inner(String(headers["x-benchside-inner"]));
      await inner(String(headers["x-request-id"]));
    }
    response.end();
  };
  const { port } = await serve({ application, trustProxy: 1 });
  const headers = { host: "lab.example:81", "x-forwarded-for": "1.2.3.4, 203.0.113.9" };
  const [answer] = await once(http.get({ host: "127.0.0.1", port, headers }), "response");
  answer.resume();
  await once(answer, "end");
  const own = ["lab.example:81", "203.0.113.9"];
  expect(seen).toEqual([own, own, [`127.0.0.1:${port}`, "6.6.6.6"]]);
});

test("strict headers stand on every answer, and a policy where the page brought none", async () => {
  const { get } = await serve({ publicUrl: "https://study.example.org" });
  const { headers } = await get("/api/anything");
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
    "strict-transport-security": "max-age=31536000",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  expect(headers.get("permissions-policy")).toContain("camera=()");
});

test("a page's own policy stays, however it was set", async () => {
  const own = "default-src 'self'";
  const asHeader: RequestListener = (_, response) => response.setHeader("Content-Security-Policy", own).end();
  const atLast: RequestListener = (_, response) =>
    response.writeHead(200, { "content-security-policy": own }).end();
  for (const application of [asHeader, atLast]) {
    const { get } = await serve({ application });
    expect((await get("/")).headers.get("content-security-policy")).toBe(own);
  }
});

test("a post from another site never reaches the application", async () => {
  let reached = false;
  const { get } = await serve({ application: (_, response) => response.end(String((reached = true))) });
  const response = await get("/", { method: "POST", headers: { origin: "https://evil.example" } });
  expect(response.status).toBe(403);
  expect(reached).toBe(false);
});

test("without its database a person gets a calm page in their language, a program gets JSON", async () => {
  const { get } = await serve({ open: false });
  const page = await get("/", {
    headers: { accept: "text/html", "accept-language": "zh-CN,zh;q=0.9,en;q=0.8" },
  });
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await page.text()).toMatch(/<html lang="zh-CN">[^]*http-equiv="refresh" content="5"/);
  const answer = await get("/api/anything");
  expect([answer.status, await answer.json()]).toEqual([503, { error: "database_unavailable" }]);
});

const failing: RequestListener = (_, response) => {
  const lost = Object.assign(new Error("read-only"), { code: "25006" });
  return Promise.reject(lost)
    .catch(rethrow)
    .catch(() => {
      // As Next does it: a cookie and a type are set already, and the body comes in pieces.
      response.setHeader("Set-Cookie", "signed=in");
      response.writeHead(500, { "Content-Type": "text/html", "Content-Encoding": "gzip" });
      response.write("half of ");
      response.end("something broken");
    });
};

test.each([
  [
    "a form without a script, which trying again would lose",
    { accept: "text/html" },
    "text/html; charset=utf-8",
    /^(?![^]*http-equiv="refresh")[^]*One moment, please[^]*may not have been saved/,
  ],
  ["a program", {}, "application/json", /^{"error":"database_unavailable"}$/],
  ["a form on a page", { "next-action": "4f".repeat(21) }, "text/plain", /^database_unavailable$/],
])(
  "a database that fails in the middle gives the calm answer to %s, and nothing that was begun",
  async (_, headers, type, words) => {
    const { get } = await serve({ application: failing });
    const sent = { method: "POST", body: "[]", headers: { "content-type": "text/plain", ...headers } };
    const answer = await get("/x", sent);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([503, type]);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect([answer.headers.get("set-cookie"), answer.headers.get("content-encoding")]).toEqual([null, null]);
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    expect(await answer.text()).toMatch(words);
  },
);

test("an outage that the application got over or worded itself, or that another request had, changes nothing", async () => {
  const application: RequestListener = async ({ url }, response) => {
    const away = () => Promise.reject(Object.assign(new Error(), { code: "53300" })).catch(rethrow);
    if (url?.startsWith("/over")) await away().catch(() => undefined);
    response.writeHead(Number(url?.slice(-3))).end("as it was");
  };
  const { get } = await serve({ application });
  const paths = ["/over/200", "/over/503", "/broken/500"];
  const answers = await Promise.all(paths.map((path) => get(path)));
  expect(await Promise.all(answers.map(async (one) => [one.status, await one.text()]))).toEqual([
    [200, "as it was"],
    [503, "as it was"],
    [500, "as it was"],
  ]);
});

test("an application that throws because of its database is calm as well", async () => {
  const application = () => Promise.reject(new Error("Connection terminated unexpectedly"));
  const { get } = await serve({ application });
  expect((await get("/")).status).toBe(503);
});

test.each(["/api/health/ready", "/_next/static/chunk.js", "/mark.svg"])(
  "%s needs no database",
  async (path) => {
    const { get } = await serve({ open: false });
    expect((await get(path)).status).toBe(200);
  },
);

test("what is written goes out at once, before the rest is there", async () => {
  let writeRest = () => {};
  const application: RequestListener = (_, response) => {
    response.writeHead(200, { "Content-Type": "text/csv" }).write("first\n");
    writeRest = () => response.end("rest\n");
  };
  const { get } = await serve({ application });
  const { body } = await get("/api/export", { headers: { "accept-encoding": "gzip" } });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader?.read()).toEqual({ done: false, value: "first\n" });
  writeRest();
  expect(await reader?.read()).toEqual({ done: false, value: "rest\n" });
});

test("an application that throws answers with the id to ask about", async () => {
  const { get, lines } = await serve({ application: () => Promise.reject(new Error("broken")) });
  const response = await get("/");
  expect(response.status).toBe(500);
  expect(await response.text()).toContain(response.headers.get("x-request-id"));
  expect(lines[0]).toMatchObject({ err: { message: "broken" } });
});

test("what goes well for this machine's own simulated people is no news; all else is, whoever claims to be one", async () => {
  const application: RequestListener = ({ url }, response) =>
    response.writeHead(url?.endsWith("/2") ? 409 : 200).end();
  const { get, lines } = await serve({ application });
  const made = { "user-agent": simulatedAgent };
  await get("/sittings/1/1", { headers: made });
  await get("/sittings/1/2", { headers: made });
  await get("/sign-in", { headers: made });
  await get("/sittings/1/3", { headers: { ...made, "x-forwarded-for": "203.0.113.9" } });
  await get("/sittings/1/4");
  await until(() => lines.length === 5, { seconds: hangSeconds });
  expect(Object.fromEntries(lines.map(({ path, level }) => [path, level]))).toEqual({
    "/sittings/1/1": 20,
    "/sittings/1/2": 30,
    "/sign-in": 30,
    "/sittings/1/3": 30,
    "/sittings/1/4": 30,
  });
});

test("one line a request, without secrets", async () => {
  const { get, lines } = await serve();
  const response = await get("/enter/s3cret?next=/admin");
  await response.text();
  await until(() => lines.length > 0, { seconds: hangSeconds });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    requestId: response.headers.get("x-request-id"),
    method: "GET",
    path: "/enter/[token]",
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
  });
});
