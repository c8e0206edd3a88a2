import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { addEndpoint } from "#lib/endpoints/mutations.ts";
import { env } from "#lib/env.ts";
import { newRunPath, templatesPath } from "#lib/paths.ts";
import { expect, test, thorough } from "#e2e/staff/benchmarks/import-page.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expectRoom, press } from "#e2e/support/screens.ts";
import { t } from "#e2e/support/words.ts";
import { startFakeServer } from "#scripts/fake-models/server.ts";

const first = 'Who speaks as “?”?\n{turns}\n{candidates}\nSay {{"name": probability}}.';
const model = "fake-70";

async function addFake(port: number): Promise<number> {
  const added = await addEndpoint(operator(), {
    name: `Fake ${crypto.randomUUID().slice(0, 8)}`,
    protocol: "openai",
    address: `http://127.0.0.1:${port}/v1`,
    key: "",
    currency: "EUR",
    prices: { input: 1, cached: null, output: 4 },
    limits: { callsPerMinute: null, tokensPerMinute: null, callsAtOnce: 4 },
  });
  if (!added.ok) throw new Error(JSON.stringify(added));
  return added.value.id;
}

const textBox = (page: Page) => page.getByRole("textbox", { name: t("promptTemplates.text"), exact: true });
const field = (page: Page, name: Parameters<typeof t>[0]) => page.getByLabel(t(name), { exact: true });

/** A wrong text is told with its line and kept in the form; mended, it is saved. */
async function writeTemplate(page: Page): Promise<void> {
  await page.getByRole("link", { name: t("promptTemplates.new"), exact: true }).click();
  await expectRoom(page, t("promptTemplates.new"));
  await field(page, "promptTemplates.name").fill("Without profiles");
  await textBox(page).fill(first.replace("{candidates}", "{gold}"));
  await press(page, t("promptTemplates.save"));
  await expect(textBox(page)).toHaveAccessibleDescription(/Line 3: .*“gold”/);
  await expect(textBox(page)).toBeFocused();
  await textBox(page).fill(first);
  await press(page, t("promptTemplates.save"));
  await expectRoom(page, "Without profiles");
}

async function writeOn(page: Page): Promise<void> {
  await textBox(page).fill(`${first}\nNothing else.`);
  await press(page, t("promptTemplates.save"));
  await expect(
    page.getByText(t("promptTemplates.versions.number", { number: 2 }), { exact: true }),
  ).toBeVisible();
  await page.getByText(t("promptTemplates.versions.number", { number: 1 }), { exact: true }).click();
  await expect(page.getByText(t("promptTemplates.versions.sha256")).last()).toBeVisible();
}

const isChosen = (page: Page, named: string) =>
  expect(field(page, "endpointRuns.new.prompt.label").locator("option:checked")).toHaveText(named);

/** On cases that no study has: of too few it is said how many there are. */
async function tryIt(page: Page, endpointId: number): Promise<void> {
  await page.getByRole("link", { name: t("promptTemplates.tryNewest"), exact: true }).click();
  await expectRoom(page, t("endpointRuns.new.trial.title"));
  await isChosen(page, t("endpointRuns.new.prompt.option", { name: "Without profiles", number: 2 }));
  await field(page, "endpointRuns.new.model.endpoint").selectOption(String(endpointId));
  await field(page, "endpointRuns.new.model.name").fill(model);
  const count = field(page, "endpointRuns.new.trial.count");
  await count.fill("5");
  await press(page, t("endpointRuns.new.plan.submit"));
  await expect(count).toHaveAccessibleDescription(/Available: 4/);
  await expect(count).toBeFocused();
  await count.fill("2");
  await press(page, t("endpointRuns.new.plan.submit"));
  const plan = page.getByRole("region", { name: t("endpointRuns.new.plan.title") });
  await expect(plan).toContainText(t("endpointRuns.new.plan.drawn", { cases: 2, seed: 2025, of: 4 }));
  await press(page, t("endpointRuns.new.trial.start"));
  await expectRoom(page, model);
  await expect(page.getByText(t("endpointRuns.live.trial.finished"), { exact: true })).toBeVisible();
  const tried = page.getByRole("region", { name: t("endpointRuns.trials.cases") });
  await expect(tried).toContainText("2 of 2 answered");
  await tried.locator("summary").first().click();
  await expect(tried.getByText(/^Who speaks as “\?”\?.*Nothing else\.$/s).first()).toBeVisible();
  await expect(tried.getByText(/^The words fit/).first()).toBeVisible();
}

async function runByIt(page: Page, slug: string, endpointId: number): Promise<void> {
  await page.goto(newRunPath(slug));
  await expectRoom(page, t("endpointRuns.new.title"));
  await field(page, "endpointRuns.new.model.endpoint").selectOption(String(endpointId));
  await field(page, "endpointRuns.new.model.name").fill(model);
  const named = t("endpointRuns.new.prompt.option", { name: "Without profiles", number: 2 });
  await field(page, "endpointRuns.new.prompt.label").selectOption(named);
  await press(page, t("endpointRuns.new.plan.submit"));
  const plan = page.getByRole("region", { name: t("endpointRuns.new.plan.title") });
  await expect(plan).toContainText(named);
  await press(page, t("endpointRuns.new.plan.start"));
  await expectRoom(page, model);
  await expect(page.getByText(t("endpointRuns.live.states.finished"), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Without profiles", exact: true })).toBeVisible();
}

thorough(
  "a template is written, refused with the line, written on, tried, and a model is run by it",
  async ({ page, signInAs, worker: _worker }) => {
    env.modelHosts = { everyPublic: false, named: [{ host: "127.0.0.1", port: null }] };
    const server = await startFakeServer({ port: 0, seed: 1 });
    // No other test has such cases, so no study has one of them, nor a copy.
    const { slug, id } = await importBenchmark({ [`Cove ${crypto.randomUUID()}`]: 4 });
    const endpointId = await addFake(server.port);
    await signInAs("admin");
    await page.goto(templatesPath(slug));
    await test.step("a text that can’t be so is told with its line", () => writeTemplate(page));
    await test.step("a second version, beside the first", () => writeOn(page));
    await test.step("it is tried, and no model run comes of that", async () => {
      await tryIt(page, endpointId);
      expect(await db.modelRun.count({ where: { benchmarkId: id, model } })).toBe(0);
    });
    await test.step("a run says by which version it asked", () => runByIt(page, slug, endpointId));
    const run = await db.modelRun.findFirstOrThrow({ where: { benchmarkId: id, model } });
    expect(run.instructions).toContain("template “Without profiles”, version 2");
    expect(await db.prediction.count({ where: { runId: run.id, failed: false } })).toBe(4);
    await server.close();
  },
);
