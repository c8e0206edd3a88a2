import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { joinPath } from "#lib/invitations/schema.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { listRequests } from "#e2e/support/requests.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { compileHint } from "#scripts/supervise/build.ts";

const CASES = 50;
const MOST_REQUESTS = 20;
const MOST_FIRST_KB = 150;
/** With what a case fetches once it is there; nothing of that is needed to read, answer and hand in. */
const MOST_SCRIPT_KB = 169;

/** Of what is sent, packed as well as can be. */
const packed = new Map<string, number>();
function packedKB(url: string, code: Buffer): number {
  const weight = packed.get(url) ?? gzipSync(code, { level: 9 }).length / 1000;
  packed.set(url, weight);
  return weight;
}

type Weight = {
  requests: string[];
  /** Of the scripts that the page itself names. */
  firstKB: number;
  /** Of all that have come until nothing more does. */
  scriptKB: number;
};

/** All that a first visit asks for before anybody has done anything. */
async function weigh(page: Page, address: string): Promise<Weight> {
  const requests = listRequests(page);
  const scripts = new Map<string, Promise<Buffer>>();
  const keep = (response: Response) => {
    if (response.request().resourceType() === "script") scripts.set(response.url(), response.body());
  };
  page.on("response", keep);
  const answer = await page.goto(address, { waitUntil: "networkidle" });
  expect(new URL(page.url()).pathname).toBe(address);
  const html = (await answer?.text()) ?? "";
  page.off("response", keep);
  let [firstKB, scriptKB] = [0, 0];
  for (const [url, body] of scripts) {
    const code = await body;
    expect.soft(code.toString().startsWith(compileHint), `${url} is compiled ahead`).toBe(true);
    const weight = packedKB(url, code);
    scriptKB += weight;
    if (html.includes(`src="${new URL(url).pathname}"`)) firstKB += weight;
  }
  return {
    requests: requests.map((request) => `${request.method()} ${request.url()}`),
    firstKB,
    scriptKB,
  };
}

test("a first visit to a page of the way is light", async ({ page, context, signInAs }) => {
  // Nothing is in its cache, whatever was visited before.
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  const { slug: benchmark } = await importBenchmark({ Literary: CASES });
  const study = await openedStudy({ benchmark, sample: { seed: 7, quota: { Literary: CASES } } });
  const sitter = await beginAt(study);
  const own = ["1", "overview", "finish", "instructions"].map(
    (rest) => `/sittings/${sitter.sittingId}/${rest}`,
  );
  for (const address of [joinPath(study.link), ...own]) {
    if (own.includes(address)) await signInAs(personOf(sitter));
    await page.goto("about:blank");
    const { requests, firstKB, scriptKB } = await weigh(page, address);
    expect.soft(requests.length, `${address}\n${requests.join("\n")}`).toBeLessThanOrEqual(MOST_REQUESTS);
    expect.soft(firstKB, address).toBeLessThanOrEqual(MOST_FIRST_KB);
    expect.soft(firstKB, `${address} names no scripts`).toBeGreaterThan(100);
    expect.soft(scriptKB, address).toBeLessThanOrEqual(MOST_SCRIPT_KB);
  }
});
