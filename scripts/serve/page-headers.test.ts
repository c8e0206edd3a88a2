import { expect, test } from "vitest";
import { serve } from "#scripts/serve/testing/serve-listener.ts";

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
