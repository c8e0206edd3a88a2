import { borrowSample } from "#e2e/access-matrix/callers.ts";
import { findLoose } from "#e2e/access-matrix/strict-headers.ts";
import { addressOf } from "#e2e/access-matrix/table.ts";
import { ask } from "#e2e/support/ask.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";

// Every route's own answers are looked at where each caller gets them: routes.test.ts.

test("refusals, mistakes, assets and what another site sends come with strict headers, too", async () => {
  const sample = await borrowSample("participant");
  const { text } = await ask(`${product.url}/sign-in`);
  const asset = /\/_next\/static\/[^"]+\.js/.exec(text)?.[0] ?? "";
  expect(asset).not.toBe("");
  const questions = [
    [asset, {}, 200],
    ["/_next/static/nothing.js", {}, 404],
    ["/nowhere", {}, 404],
    ["/api/nowhere", {}, 404],
    ["/admin", { cookie: sample.cookie }, 403],
    ["/api/health", { method: "DELETE" }, 405],
    ["/sign-in", { method: "TRACE" }, 405],
    ["/sign-in", { method: "POST", headers: { origin: "https://evil.example" } }, 403],
    ["/sign-in", { method: "HEAD" }, 200],
  ] as const;
  for (const [address, question, status] of questions) {
    const answer = await ask(product.url + address, question);
    expect([address, answer.status, ...findLoose(answer)]).toEqual([address, status]);
  }
});

test("a page's scripts bear its nonce, and no two answers share one", async () => {
  const nonces = new Set<string>();
  for (let turn = 0; turn < 3; turn++) {
    const answer = await ask(`${product.url}/sign-in`);
    const nonce = /'nonce-([\w-]{16,})'/.exec(String(answer.headers["content-security-policy"]))?.[1] ?? "";
    nonces.add(nonce);
    const scripts = [...answer.text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
  }
  expect(nonces.size).toBe(3);
});

test("the address of a sign-in link is told to no other site and kept by no cache", async () => {
  const sample = await borrowSample("nobody");
  const { headers } = await ask(product.url + addressOf("/enter/[token]", sample));
  expect(headers["referrer-policy"]).toBe("same-origin");
  expect(headers["cache-control"]).toContain("no-store");
});

test("pages are kept by no cache", async () => {
  for (const address of ["/sign-in", "/admin", "/nowhere", "/api/health"]) {
    const { headers } = await ask(product.url + address);
    expect(headers["cache-control"]).toContain("no-store");
  }
});
