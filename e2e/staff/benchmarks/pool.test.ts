import type { Page } from "@playwright/test";
import { findViolations } from "#e2e/everyone/axe.ts";
import {
  addBenchmark,
  check,
  choose,
  expect,
  newName,
  test,
  thorough,
} from "#e2e/staff/benchmarks/import-page.ts";
import { operator } from "#lib/auth/operator.ts";
import { addEndpoint } from "#lib/endpoints/mutations.ts";
import { env } from "#lib/env.ts";
import { startFakeServer } from "#scripts/fake-models/server.ts";
import { expectRoom, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";

const names = ["Ada Holm", "Bo Lind", "Cora Vance", "Dr. Emil Roth", "Finn Moor"];
const long =
  "The pen was dry, the rain came in through the hatch, and by then they were on the far bank, ".repeat(2);
const book = {
  plots: [
    {
      conversation: [
        {
          dialogues: [
            { character: "Ada Holm", message: "Who signed for the third crossing?" },
            { character: "Bo Lind", message: `[She won’t like it.] ${long}` },
            { character: "Cora Vance", message: "I did." },
            { character: "A voice", message: long },
          ],
        },
      ],
    },
  ],
  character_datasets: Object.fromEntries(
    names.map((name) => [name, { profile: `${name} crosses the river.` }]),
  ),
};
const vectors = names.map((name, at) => ({
  id: `The Ferry/${name}`,
  vector: Array.from({ length: 1536 }, (_, place) => Math.sin((at + 1) * (place + 1))),
}));
const files = [
  {
    name: "The Ferry.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(book, null, 1)),
  },
  {
    name: "vectors-bge-m3.jsonl",
    mimeType: "application/jsonl",
    buffer: Buffer.from(vectors.map((line) => `${JSON.stringify(line)}\n`).join("")),
  },
];

/** Vectors of a second model come from an endpoint, once somebody has agreed to what is sent. */
async function fetchVectors(page: Page, endpoint: string): Promise<void> {
  const words = (key: "endpoint" | "model" | "count" | "fetch" | "modelMissing") => t(`pools.vectors.${key}`);
  await press(page, words("count"));
  await expect(page.getByText(words("modelMissing"))).toBeVisible();
  await page.getByLabel(words("endpoint")).selectOption({ label: endpoint });
  await page.getByLabel(words("model")).fill("fake-embed");
  await page.getByLabel(words("model")).press("Enter");
  await expectRoom(page, t("imports.job.title.import_vectors.check"));
  await expect(page.getByText("profiles (5)")).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await press(page, words("fetch"));
  await expectRoom(page, t("imports.job.title.import_vectors.store"));
  await expect(page.getByText("Vectors by fake-embed: 5, of 32 numbers")).toBeVisible();
  await page.getByRole("link", { name: t("pools.vectors.report.toPool") }).click();
  await expectRoom(page, t("pools.title"));
  await press(page, "Continue with them");
  const row = page.getByRole("group", { name: "What vectors-fake-embed-5-roles.jsonl is" });
  await expect(row.getByLabel(t("pools.files.model"))).toHaveValue("fake-embed");
}

async function bringFiles(page: Page, endpoint: string): Promise<void> {
  await page.getByRole("link", { name: t("pools.toPool") }).click();
  await expectRoom(page, t("pools.title"));
  await choose(page, ...files);
  const row = page.getByRole("group", { name: "What vectors-bge-m3.jsonl is" });
  await expect(row.getByLabel(t("pools.files.holds"))).toHaveValue("vectors");
  await expect(row.getByLabel(t("pools.files.model"))).toHaveValue("bge-m3");
  await fetchVectors(page, endpoint);
  await press(page, "Check 3 files");
  await expect(page.getByText(t("pools.settings.trackMissing"))).toBeVisible();
  await page.getByLabel(t("pools.settings.track")).fill("Literary");
  // At the end of the page its bar covers nothing.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await findViolations(page)).toEqual([]);
  await check(page, 3);
}

thorough(
  "a book and its vectors become cases; what went out is told with its reason",
  async ({ page, signInAs, worker: _worker }) => {
    await signInAs("admin");
    const name = newName("Ferry");
    const { slug } = await addBenchmark(name);
    await page.goto(`/admin/benchmarks/${slug}`);
    env.modelHosts = { everyPublic: false, named: [{ host: "127.0.0.1", port: null }] };
    const server = await startFakeServer({ port: 0, seed: 1 });
    const host = `127.0.0.1:${server.port}`;
    await addEndpoint(operator(), {
      name,
      protocol: "openai",
      address: `http://${host}/v1`,
      key: "",
      currency: "USD",
      prices: { input: null, cached: null, output: null },
      limits: { callsPerMinute: null, tokensPerMinute: null, callsAtOnce: 2 },
    });
    await test.step("files and settings", () => bringFiles(page, `${name} (${host})`));
    await server.close();
    await expect(page.getByText(t("pools.report.fake"))).toBeVisible();
    const stages = page.getByRole("table", { name: t("pools.report.caption") });
    await expect(stages.getByRole("row", { name: /^Pool/ })).toContainText("1 without a speaker profile");
    await expect(stages.getByRole("row", { name: /^Length/ })).toContainText("1 too short");
    await press(page, t("imports.actions.store"));
    await page.getByRole("link", { name: t("imports.report.toBenchmark") }).click();
    const lineage = page.getByRole("region", { name: t("benchmarks.lineage.title") });
    await expect(lineage.getByText("1 of 3 exchanges became cases after 3 stages.")).toBeVisible();
    await expect(lineage).toContainText("last turn under 25 tokens (cl100k_base)");
    await expect(lineage.getByText(t("benchmarks.lineage.distractors.fake"), { exact: true })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await lineage.getByRole("link", { name: t("benchmarks.lineage.distractors.look") }).click();
    await expectRoom(page, t("pools.title"));
    const drops = page.getByRole("region", { name: t("pools.drops.title", { count: 2 }) });
    await expect(drops.getByRole("row", { name: /^The Ferry\/1\.1\.3/ })).toContainText("3 tokens");
    await drops.getByRole("link", { name: "No profile (1)" }).click();
    await expect(drops.getByRole("row")).toHaveCount(2);
    expect(await findViolations(page)).toEqual([]);
    const address = await drops.getByRole("link", { name: t("pools.drops.download") }).getAttribute("href");
    const lines = (await (await page.request.get(address ?? "")).text()).trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual([
      "too_short",
      "no_profile",
    ]);
  },
);
