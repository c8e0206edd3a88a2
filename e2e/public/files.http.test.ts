import { expect } from "vitest";
import { product, test } from "#e2e/support/http-test.ts";

test("icons and robots.txt are there for whoever asks, and pages name the icons", async () => {
  const types = { "/favicon.ico": "image/x-icon", "/icon.svg": "image/svg+xml", "/robots.txt": "text/plain" };
  for (const [path, type] of Object.entries(types)) {
    const { status, headers } = await fetch(product.url + path);
    expect.soft([path, status, headers.get("content-type")?.split(";")[0]]).toEqual([path, 200, type]);
  }
  const page = await (await fetch(`${product.url}/sign-in`)).text();
  expect([...page.matchAll(/<link rel="icon" href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    "/favicon.ico",
    "/icon.svg",
  ]);
});
