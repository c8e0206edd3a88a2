import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { beginAt, openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";

const CASES = 50;
const MOST_REQUESTS = 20;
const MOST_SCRIPT_KB = 150;

/** All that a first visit asks for until nothing more comes, and what its scripts weigh. */
async function weigh(page: Page, address: string): Promise<{ requests: string[]; scriptKB: number }> {
  const requests: string[] = [];
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.set(response.url(), response.body());
  });
  await page.goto(address, { waitUntil: "networkidle" });
  expect(new URL(page.url()).pathname).toBe(address);
  const bodies = await Promise.all(scripts.values());
  const weight = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  return { requests, scriptKB: weight / 1000 };
}

test("a first visit to a page of the way is light", async ({ newDevice, signInAs }) => {
  const { slug: benchmark } = await importBenchmark({ Literary: CASES });
  const study = await openedStudy({ benchmark, sample: { seed: 7, quota: { Literary: CASES } } });
  const { sittingId, viewer } = await beginAt(study);
  const { id, role, name, handle } = await db.user.findUniqueOrThrow({ where: { id: viewer.userId } });
  const own = ["1", "overview", "finish", "instructions"].map((rest) => `/sittings/${sittingId}/${rest}`);
  for (const address of [joinPath(study.link), ...own]) {
    // Nothing in its cache.
    const page = await newDevice();
    if (own.includes(address)) await signInAs({ id, role, name, handle, linkPath: "" }, page.context());
    const { requests, scriptKB } = await weigh(page, address);
    expect.soft(requests.length, `${address}\n${requests.join("\n")}`).toBeLessThanOrEqual(MOST_REQUESTS);
    expect.soft(scriptKB, address).toBeLessThanOrEqual(MOST_SCRIPT_KB);
    expect.soft(scriptKB, `${address} has no scripts`).toBeGreaterThan(0);
  }
});
