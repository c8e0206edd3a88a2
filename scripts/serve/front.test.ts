import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import http from "node:http";
import { once } from "node:events";
import { afterAll, beforeEach, expect, test } from "vitest";
import { front, frontNames, type RouteRequest, type FrontRoute } from "#lib/front-routes.ts";
import { serve } from "#scripts/serve/testing/serve-listener.ts";

const id = "8b7b7510-0000-4000-8000-000000000000";
const long = "a".repeat(2000);
let asked: RouteRequest[] = [];
const answer =
  (json: unknown, status = 200): FrontRoute =>
  async (given) => {
    asked.push(given);
    return { status, json };
  };

beforeEach(() => {
  asked = [];
  const routes = {
    answers: answer({ revision: 1 }),
    cases: answer({ cases: [long] }),
    state: answer({}, 404),
  };
  front.load = async () => routes;
});

// Files of tests share the process, as Next and the server in front of it do.
afterAll(() => {
  front.load = null;
});

const post = (body: string, headers: Record<string, string> = {}) => ({
  method: "POST",
  body,
  headers: { "content-type": "application/json", ...headers },
});

test("a save is answered without Next, with what was sent and who sent it, and the strict headers", async () => {
  const { get, lines } = await serve({ application: (_, response) => response.end("Next") });
  const response = await get(`/api/sittings/${id}/answers?a=1`, post('{"n":1}', { cookie: "benchside=x" }));
  expect([response.status, await response.json()]).toEqual([200, { revision: 1 }]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/json",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/),
  });
  const [given] = asked;
  expect(Buffer.from(given?.body ?? []).toString()).toBe('{"n":1}');
  expect([given?.sittingId, given?.query.get("a"), given?.headers.get("cookie")]).toEqual([
    id,
    "1",
    "benchside=x",
  ]);
  // As the server in front established them, whatever the client says.
  expect(given?.headers.get("x-benchside-address")).toBe("127.0.0.1");
  expect(given?.headers.get("x-request-id")).toBe(response.headers.get("x-request-id"));
  expect(given?.headers.get("x-nothing")).toBeNull();
  expect(lines[0]).toMatchObject({ method: "POST", path: `/api/sittings/${id}/answers`, status: 200 });
});

test("other methods and other addresses are Next's, and all of them until it has said where the routes are", async () => {
  const { get } = await serve({ application: (_, response) => response.end("Next") });
  const said = async (path: string, method = "GET") => (await get(path, { method })).text();
  for (const [path, method] of [
    ["answers", "GET"],
    ["answers", "OPTIONS"],
    ["cases", "DELETE"],
    ["state/", "GET"],
    ["st%61te", "GET"],
    ["copies/data.json", "GET"],
  ] as const)
    expect([path, await said(`/api/sittings/${id}/${path}`, method)]).toEqual([path, "Next"]);
  expect(await said(`/api/sittings/a/b/state`)).toBe("Next");
  front.load = null;
  expect(await said(`/api/sittings/${id}/state`)).toBe("Next");
  expect(asked).toEqual([]);
});

test("what is refused in front is refused here, too", async () => {
  const path = `/api/sittings/${id}/answers`;
  const { get } = await serve();
  expect((await get(path, post("{}", { origin: "https://evil.example" }))).status).toBe(403);
  expect((await get(path, post("[".repeat(100) + "]".repeat(100)))).status).toBe(400);
  expect((await get(path, post("a".repeat(1024 * 1024 + 1)))).status).toBe(413);
  const shut = await serve({ open: false });
  expect((await shut.get(path, post("{}"))).status).toBe(503);
  expect(asked).toEqual([]);
});

test("what is long goes out packed to whoever takes that; a question for the head brings no body", async () => {
  const { port } = await serve();
  const get = async (what: string, encodings: string, method = "GET") => {
    const headers = encodings === "" ? {} : { "accept-encoding": encodings };
    const path = `/api/sittings/${id}/${what}`;
    const request = http.request({ host: "127.0.0.1", port, path, method, headers }).end();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    const parts = await response.toArray();
    return {
      ...response,
      headers: response.headers,
      status: response.statusCode,
      bytes: Buffer.concat(parts),
    };
  };
  const plain = JSON.stringify({ cases: [long] });
  for (const encodings of ["gzip", "br;q=1.0, GZIP;q=0.5", "*"]) {
    const { headers, bytes } = await get("cases", encodings);
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(gunzipSync(bytes).toString()).toBe(plain);
  }
  for (const encodings of ["", "br", "gzip;q=0", "gzip; q=0, *"]) {
    const { headers, bytes } = await get("cases", encodings);
    expect([headers["content-encoding"], bytes.toString()]).toEqual([undefined, plain]);
  }
  const short = await get("state", "gzip");
  expect([short.status, short.headers["content-encoding"], short.bytes.toString()]).toEqual([
    404,
    undefined,
    "{}",
  ]);
  expect((await get("cases", "gzip", "HEAD")).bytes).toHaveLength(0);
});

test("a route that throws answers with the id to ask about, and the next request is served", async () => {
  const { port, lines } = await serve();
  front.load = async () => {
    throw new Error("broken");
  };
  const agent = new http.Agent({ keepAlive: true });
  const ask = async () => {
    const [response] = (await once(
      http.get({ host: "127.0.0.1", port, path: `/api/sittings/${id}/state`, agent }),
      "response",
    )) as [http.IncomingMessage];
    return { status: response.statusCode, said: await text(response), id: response.headers["x-request-id"] };
  };
  for (let time = 0; time < 2; time++) {
    const { status, said, id: requestId } = await ask();
    expect([status, said.includes(String(requestId))]).toEqual([500, true]);
  }
  agent.destroy();
  expect(lines.find(({ err }) => err !== undefined)).toMatchObject({
    err: { message: "broken" },
    path: `/api/sittings/${id}/state`,
  });
});

test("each of them is a route of Next's as well, for development and for other methods", () => {
  for (const name of frontNames)
    expect(existsSync(`app/api/sittings/[sittingId]/${name}/route.ts`), name).toBe(true);
});
