import type { Page } from "@playwright/test";
import { findViolations } from "#e2e/everyone/axe.ts";
import { expect, addBenchmark, check, choose, newName, test } from "#e2e/staff/benchmarks/import-page.ts";
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

async function bringFiles(page: Page): Promise<void> {
  await page.getByRole("link", { name: t("pools.toPool") }).click();
  await expectRoom(page, t("pools.title"));
  await choose(page, ...files);
  const row = page.getByRole("group", { name: "What vectors-bge-m3.jsonl is" });
  await expect(row.getByLabel(t("pools.files.holds"))).toHaveValue("vectors");
  await expect(row.getByLabel(t("pools.files.model"))).toHaveValue("bge-m3");
  await press(page, "Check 2 files");
  await expect(page.getByText(t("pools.settings.trackMissing"))).toBeVisible();
  await page.getByLabel(t("pools.settings.track")).fill("Literary");
  expect(await findViolations(page)).toEqual([]);
  await check(page, 2);
}

test("a book and its vectors become cases; what went out is told with its reason", async ({
  page,
  signInAs,
  worker: _worker,
}) => {
  await signInAs("admin");
  const name = newName("Ferry");
  const { slug } = await addBenchmark(name);
  await page.goto(`/admin/benchmarks/${slug}`);
  await test.step("files and settings", () => bringFiles(page));
  const stages = page.getByRole("table", { name: t("pools.report.caption") });
  await expect(stages.getByRole("row", { name: /^Pool/ })).toContainText("1 whose speaker has no profile");
  await expect(stages.getByRole("row", { name: /^Length/ })).toContainText("1 too short");
  await press(page, t("imports.actions.store"));
  await page.getByRole("link", { name: t("imports.report.toBenchmark") }).click();
  await page.getByRole("link", { name: t("pools.toKept") }).click();
  await expectRoom(page, t("pools.title"));
  const drops = page.getByRole("region", { name: "2 exchanges that didn’t become cases" });
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
});
