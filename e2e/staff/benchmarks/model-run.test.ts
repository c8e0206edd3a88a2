import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { addEndpoint } from "#lib/endpoints/mutations.ts";
import { env } from "#lib/env.ts";
import { resultsPath } from "#lib/paths.ts";
import { expect, test, thorough } from "#e2e/staff/benchmarks/import-page.ts";
import { close, sitThrough } from "#e2e/support/answered-study.ts";
import { importBenchmark } from "#e2e/support/builder-benchmark.ts";
import { expectRoom, press } from "#e2e/support/screens.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { startFakeServer } from "#scripts/fake-models/server.ts";

const served = 4;
const samples = 3;
// Each first try of some prompts brings prose in place of a distribution.
const model = "fake-70-prose-every-2";

async function answeredStudy(): Promise<OpenStudy> {
  const { slug: benchmark } = await importBenchmark({ Literary: 8 });
  const study = await openedStudy({ benchmark, sample: { seed: 7, quota: { Literary: served } } });
  for (const wrong of [0, 1]) await sitThrough(study, (_, place) => ({ isRight: place !== wrong }));
  await close(study);
  return study;
}

/** So slow that somebody can pause before the end: a call a second. */
async function addSlowEndpoint(port: number): Promise<number> {
  const added = await addEndpoint(operator(), {
    name: `Fake ${crypto.randomUUID().slice(0, 8)}`,
    protocol: "openai",
    address: `http://127.0.0.1:${port}/v1`,
    key: "",
    currency: "EUR",
    prices: { input: 1, cached: null, output: 4 },
    limits: { callsPerMinute: 60, tokensPerMinute: null, callsAtOnce: 1 },
  });
  if (!added.ok) throw new Error(JSON.stringify(added));
  return added.value.id;
}

const field = (page: Page, name: Parameters<typeof t>[0]) => page.getByLabel(t(name), { exact: true });
const settings = (page: Page) => page.locator("summary", { hasText: t("endpointRuns.new.settings.title") });

async function fillIn(page: Page, endpointId: number): Promise<void> {
  await expectRoom(page, t("endpointRuns.new.title"));
  await expect(field(page, "endpointRuns.new.over.study")).toBeChecked();
  await field(page, "endpointRuns.new.model.endpoint").selectOption(String(endpointId));
  await field(page, "endpointRuns.new.model.name").fill(model);
  await settings(page).click();
  await field(page, "endpointRuns.new.settings.samples").fill(String(samples));
  await field(page, "endpointRuns.new.settings.seed").fill("7");
  await field(page, "endpointRuns.new.settings.tries").fill("99");
  await expect(field(page, "endpointRuns.new.model.method")).toHaveValue(`self-consistency ${samples}`);
  await press(page, t("endpointRuns.new.plan.submit"));
  await expect(field(page, "endpointRuns.new.settings.tries")).toHaveAccessibleDescription(
    new RegExp(t("endpointRuns.fieldErrors.above", { most: 20 })),
  );
  await field(page, "endpointRuns.new.settings.tries").fill("3");
  const orders = field(page, "endpointRuns.new.settings.orders");
  await orders.fill("2");
  await press(page, t("endpointRuns.new.plan.submit"));
  await expect(orders).toHaveAccessibleDescription(new RegExp(t("endpointRuns.fieldErrors.with_samples")));
  await orders.fill("1");
  await press(page, t("endpointRuns.new.plan.submit"));
  const temperature = field(page, "endpointRuns.new.settings.temperature");
  await expect(temperature).toHaveAccessibleDescription(/temperature 0/);
  await expect(temperature).toBeFocused();
  await temperature.fill("1");
}

/** What was told no longer holds: that is said, and nothing begins. */
async function startOnce(page: Page, endpointId: number): Promise<void> {
  await press(page, t("endpointRuns.new.plan.submit"));
  const plan = page.getByRole("region", { name: t("endpointRuns.new.plan.title") });
  await expect(plan).toContainText(t("endpointRuns.new.plan.callsOf", { calls: served * samples }));
  await expect(plan).toContainText("127.0.0.1");
  await db.modelEndpoint.update({ where: { id: endpointId }, data: { priceOutput: 8 } });
  await press(page, t("endpointRuns.new.plan.start"));
  await expect(plan).toContainText(t("endpointRuns.new.changed.title"));
  await page.getByRole("button", { name: t("endpointRuns.new.plan.start"), exact: true }).dblclick();
  await expectRoom(page, model);
  expect(await db.endpointRun.count({ where: { endpointId } })).toBe(1);
}

const state = (page: Page, name: "running" | "paused" | "finished") =>
  page.getByText(t(`endpointRuns.live.states.${name}`), { exact: true }).first();

async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
}

thorough(
  "a model is run over what people were served: told beforehand, paused and resumed by keyboard, and in the results as fake and unranked",
  async ({ page, signInAs, worker: _worker }) => {
    env.modelHosts = { everyPublic: false, named: [{ host: "127.0.0.1", port: null }] };
    const server = await startFakeServer({ port: 0, seed: 1 });
    const [study, endpointId] = [await answeredStudy(), await addSlowEndpoint(server.port)];
    await signInAs("admin");
    await page.goto(resultsPath(study.slug, "models"));
    await page.getByRole("link", { name: t("endpointRuns.new.openStudy") }).click();
    await test.step("wrong settings are told at their fields", () => fillIn(page, endpointId));
    await test.step("it begins once, as it was told", () => startOnce(page, endpointId));
    await test.step("paused and resumed by keyboard", async () => {
      await expect(page.getByRole("progressbar")).toHaveAttribute("value", /^[1-9]/);
      await pressByKeyboard(page, t("endpointRuns.live.pause"));
      await expect(state(page, "paused")).toBeVisible();
      await db.modelEndpoint.update({ where: { id: endpointId }, data: { callsPerMinute: null } });
      await pressByKeyboard(page, t("endpointRuns.live.resume.open"));
      await expect(state(page, "finished")).toBeVisible();
      await expect(page.getByText(t("endpointRuns.live.failures.kinds.no_json"))).toBeVisible();
      await expect(page.getByText(t("endpointRuns.live.fakeAbout", { purpose: "run" }))).toBeVisible();
    });
    await test.step("in the study's results", async () => {
      await page
        .getByRole("link", { name: t("endpointRuns.live.finished.study", { title: study.title }) })
        .click();
      await expectRoom(page, t("resultsModels.title"));
      const row = page.getByRole("row").filter({ hasText: model }).first();
      await expect(row).toContainText(t("resultsApart.badge.fake"));
      await expect(page.getByText(t("resultsApart.title", { model })).first()).toBeVisible();
    });
    await server.close();
  },
);
