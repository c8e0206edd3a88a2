import { expect, test, describe } from "vitest";
import { serve } from "#scripts/serve/testing/serve-listener.ts";
import { clientAddress, isCrossSite, screenHeaders } from "#scripts/serve/headers.ts";

const told = async (path: string, headers: Record<string, string> = {}) => {
  const { get } = await serve();
  const response = await get(path, { headers });
  const { "content-security-policy": asked, "x-benchside-path": address } = (await response.json()) as Record<
    string,
    string | undefined
  >;
  return { asked, address, given: response.headers.get("content-security-policy") };
};

test("a page and its render are given the same policy, with a nonce of its own", async () => {
  const { asked, given } = await told("/studies");
  expect(asked).toBe(given);
  expect(given).toMatch(/script-src 'self' 'nonce-[\da-f-]{36}' 'strict-dynamic';/);
  expect((await told("/studies")).given).not.toBe(given);
});

test.each([
  ["/studies/a%20b?order=name&page=2", "/studies/a%20b?order=name&page=2"],
  ["/studies?_rsc=1x2y3", "/studies"],
  ["/studies?order=name&_rsc=1x2y3&page=2", "/studies?order=name&page=2"],
  ["/", "/"],
])("the render of %s is told its address", async (path, address) => {
  expect((await told(path, { "x-benchside-path": "/elsewhere" })).address).toBe(address);
});

test.each([
  "/api/jobs/1",
  "/_next/static/chunk.js",
  "/icon.svg",
  "/robots.txt",
  "/cards/a1/badge.svg",
  "/cards/a1/card.json",
])("%s is no page", async (path) => {
  const { asked, address, given } = await told(path, { "content-security-policy": "default-src *" });
  expect([asked, address]).toEqual([undefined, undefined]);
  expect(given).toBe("default-src 'none'; frame-ancestors 'none'");
});

describe("the client's address", () => {
  test.each([
    [
      "without a proxy what the client claims counts for nothing",
      "203.0.113.9",
      "198.51.100.1",
      0,
      "203.0.113.9",
    ],
    [
      "an IPv4 address in IPv6 clothes is the same address",
      "::ffff:203.0.113.9",
      undefined,
      0,
      "203.0.113.9",
    ],
    ["one proxy: the last entry is its word", "10.0.0.1", "6.6.6.6, 203.0.113.9", 1, "203.0.113.9"],
    ["two proxies: the one before it", "10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", 2, "203.0.113.9"],
    ["fewer entries than proxies", "10.0.0.1", "203.0.113.9", 2, "10.0.0.1"],
    ["no header from the proxy", "10.0.0.1", undefined, 1, "10.0.0.1"],
    ["an entry that is no address", "10.0.0.1", "unknown", 1, "10.0.0.1"],
    ["IPv6 behind a proxy", "10.0.0.1", "2001:db8::7", 1, "2001:db8::7"],
  ])("%s", (_what, socket, forwarded, proxies, expected) => {
    expect(clientAddress(socket, forwarded, proxies)).toBe(expected);
  });
});

describe("headers", () => {
  const sent = () => ({
    host: "study.example.org",
    "next-action": "abc",
    "x-request-id": "mine",
    "x-benchside-address": "1.2.3.4",
    "x-benchside-host": "evil.example",
    "x-benchside-viewer": "admin",
    "x-benchside-inner": "guessed",
    "x-middleware-subrequest": "proxy",
    "x-action-forwarded": "1",
    "x-invoke-status": "500",
    "x-matched-path": "/admin",
    "next-resume": "1",
    "x-nonce": "chosen",
    "content-security-policy": "script-src 'nonce-chosen'",
    "x-forwarded-for": "1.2.3.4",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-forwarded-port": "443",
  });
  const host = "study.example.org";
  const known = {
    address: "203.0.113.9",
    host,
    requestId: "made-here",
    innerKey: "unguessed",
    isInner: false,
  };

  test("what only the server may say is dropped or overwritten", () => {
    const headers = sent();
    screenHeaders(headers, { ...known, trustProxy: 0 });
    expect(headers).toEqual({
      host: "study.example.org",
      "next-action": "abc",
      "x-request-id": "made-here",
      "x-benchside-address": "203.0.113.9",
      "x-benchside-host": "study.example.org",
      "x-benchside-inner": "unguessed",
      "x-forwarded-for": "203.0.113.9",
    });
  });

  test("a trusted proxy's word of the host stays, and none of the protocol: Next would ask itself under it", () => {
    const headers = sent();
    screenHeaders(headers, { ...known, trustProxy: 1 });
    expect(headers).toMatchObject({ "x-forwarded-host": "evil.example" });
    for (const name of ["x-middleware-subrequest", "x-forwarded-proto", "x-forwarded-port"])
      expect(headers).not.toHaveProperty(name);
  });

  test("what Next asks of itself keeps Next's own marks, and goes under the host of who asked", () => {
    const headers = { ...sent(), host: "127.0.0.1:3000" };
    screenHeaders(headers, { ...known, isInner: true, trustProxy: 0 });
    expect(headers).toMatchObject({ "x-action-forwarded": "1", host });
    expect(headers).not.toHaveProperty("x-benchside-viewer");
  });
});

describe("posts from other sites", () => {
  const host = "study.example.org";
  const post = (headers: Record<string, string>) => ({ method: "POST", headers: { host, ...headers } });
  const refused = (headers: Record<string, string>, publicUrl: string | null = null, proxies = 0) =>
    isCrossSite(post(headers), publicUrl, proxies);

  test("are recognised by either of the browser's two words", () => {
    expect(refused({ "sec-fetch-site": "cross-site" })).toBe(true);
    expect(refused({ "sec-fetch-site": "same-site", origin: `https://${host}` })).toBe(true);
    expect(refused({ origin: "https://evil.example" })).toBe(true);
    expect(refused({ origin: `https://${host}.evil.example` })).toBe(true);
    expect(refused({ origin: "nonsense" })).toBe(true);
  });

  test("are not what the product's own pages and programs send", () => {
    expect(refused({ "sec-fetch-site": "same-origin", origin: `https://${host}` })).toBe(false);
    expect(refused({ origin: `http://${host}` })).toBe(false);
    expect(refused({})).toBe(false);
  });

  test("an origin that a page withholds needs the browser's other word", () => {
    expect(refused({ origin: "null", "sec-fetch-site": "same-origin" })).toBe(false);
    expect(refused({ origin: "null" })).toBe(true);
  });

  test("with a public address only that one counts", () => {
    expect(refused({ host: "10.0.0.7:3000", origin: `https://${host}` }, `https://${host}`)).toBe(false);
    expect(refused({ host: "10.0.0.7:3000", origin: "http://10.0.0.7:3000" }, `https://${host}`)).toBe(true);
  });

  test("a proxy's word on the host counts only where one is trusted", () => {
    const behind = { host: "app:3000", "x-forwarded-host": host, origin: `https://${host}` };
    expect(refused(behind, null, 1)).toBe(false);
    expect(refused(behind, null, 0)).toBe(true);
  });

  test.each(["GET", "HEAD", "OPTIONS"])("%s is harmless from anywhere", (method) => {
    expect(isCrossSite({ method, headers: { host, origin: "https://evil.example" } }, null, 0)).toBe(false);
  });
});
