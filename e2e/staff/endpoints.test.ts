import type { Page } from "@playwright/test";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import { operator } from "#lib/auth/operator.ts";
import { addEndpoint } from "#lib/endpoints/mutations.ts";
import { env } from "#lib/env.ts";
import { startFakeServer } from "#scripts/fake-models/server.ts";

const field = (page: Page, name: Parameters<typeof t>[0]) => page.getByLabel(t(name), { exact: true });
/** Read out with the field, before its hint. */
const problemAt = async (page: Page, name: Parameters<typeof t>[0], problem: string) => {
  const words = t(`endpoints.fieldErrors.${problem}` as Parameters<typeof t>[0]);
  const atBeginning = new RegExp(`^${words.replaceAll(/[.*+?^$(){}|[\]/\\]/g, String.raw`\$&`)}`);
  await expect(field(page, name)).toHaveAccessibleDescription(atBeginning);
};

async function testWith(page: Page, model: string): Promise<void> {
  await field(page, "endpoints.test.model").fill(model);
  await press(page, t("endpoints.test.submit"));
}

test("an admin adds an endpoint, tests and retires it; wrong fields say what to do, and its key is nowhere to be read", async ({
  page,
  product,
  signInAs,
}) => {
  const server = await startFakeServer({ port: 0, seed: 1 });
  const base = `http://127.0.0.1:${server.port}`;
  // What the server asks those of its models for that ask for one.
  const key = "right-key";
  const name = `Tidewater ${crypto.randomUUID().slice(0, 8)}`;
  const admin = await signInAs("admin");
  const seen: Promise<string>[] = [];
  page.on("response", (response) => {
    const isPage = /^text\/(html|x-component)/.test(response.headers()["content-type"] ?? "");
    // Of a redirect nothing is there to be read.
    if (isPage) seen.push(response.text().catch(() => ""));
  });

  await page.goto("/endpoints");
  await page.getByRole("link", { name: t("endpoints.add") }).click();
  await expectHeading(page, t("endpoints.add"));

  await test.step("what is wrong is said at each field, and what was typed stays", async () => {
    await field(page, "endpoints.form.address").fill(`http://me:secret@127.0.0.1:${server.port}/v1`);
    await field(page, "endpoints.form.key").fill(key);
    await field(page, "endpoints.form.priceInput").fill("-1");
    await field(page, "endpoints.form.priceOutput").fill("0,60");
    await field(page, "endpoints.form.callsPerMinute").fill("0");
    await press(page, t("endpoints.form.add"));
    await problemAt(page, "endpoints.form.name", "empty");
    await problemAt(page, "endpoints.form.address", "with_password");
    await problemAt(page, "endpoints.form.priceInput", "negative");
    await problemAt(page, "endpoints.form.priceOutput", "not_a_price");
    await problemAt(page, "endpoints.form.callsPerMinute", "zero");
    await expect(field(page, "endpoints.form.key")).toHaveValue(key);
    await field(page, "endpoints.form.name").fill(name);
    await field(page, "endpoints.form.priceInput").fill("0.15");
    await field(page, "endpoints.form.priceOutput").fill("0.60");
    await field(page, "endpoints.form.callsPerMinute").fill("500");
    for (const [address, problem] of [
      [`${base}/v1/chat/completions`, "with_method"],
      ["https://10.0.0.7/v1", "host_private"],
    ] as const) {
      await field(page, "endpoints.form.address").fill(address);
      await press(page, t("endpoints.form.add"));
      await problemAt(page, "endpoints.form.address", problem);
    }
    await field(page, "endpoints.form.address").fill(`${base}/v1/`);
    await press(page, t("endpoints.form.add"));
    await expectHeading(page, name);
  });

  await test.step("a test call shows what came back, or why nothing did", async () => {
    await testWith(page, "fake-70-keyed");
    await expect(page.getByText(t("endpoints.test.answered", { model: "fake-70-keyed" }))).toBeVisible();
    await expect(page.getByText(t("endpoints.fakeMeans"))).toBeVisible();
    await testWith(page, "fake-70-echo-key");
    await expect(page.getByText(t("endpointRuns.live.failures.kinds.refused"))).toBeVisible();
  });

  await test.step("the list has it, and neither pages nor record nor log have ever had the key", async () => {
    await page.goto("/endpoints");
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
    await expect(row).toContainText(`127.0.0.1:${server.port}`);
    await row.getByRole("link", { name }).click();
    await expectHeading(page, name);
    const { pathname } = new URL(page.url());
    const record = await page.request.get("/api/record/events.jsonl?type=endpoint");
    const flight = await page.request.get(pathname, { headers: { rsc: "1" } });
    const texts = [
      ...(await Promise.all(seen)),
      await record.text(),
      await flight.text(),
      product.web.log.text(),
    ];
    expect(texts.at(-3)).toContain("endpoint.tested");
    for (const text of texts) expect(text).not.toContain(key);
  });

  await test.step("retired, it is folded away with who did it, and its page says so", async () => {
    const address = page.url();
    await press(page, t("endpoints.retire.open"));
    await page.getByLabel(t("endpoints.retire.typeName", { name })).fill(name);
    await press(page, t("endpoints.retire.submit"));
    await expectHeading(page, t("endpoints.title"));
    await expect(page.getByRole("link", { name })).toHaveCount(0);
    await page.getByText(/^Retired endpoints/).click();
    const retired = page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
    await expect(retired).toContainText(admin.person.name);
    await retired.getByRole("link").click();
    await expect(page).toHaveURL(address);
    await expect(page.getByText(t("endpoints.retiredMeans"))).toBeVisible();
  });
  await server.close();
});

thorough(
  "an endpoint’s key stays until it is taken away, and whoever saves over somebody else’s changes is warned and loses nothing",
  async ({ page, context, signInAs }) => {
    env.modelHosts = { everyPublic: false, named: [{ host: "127.0.0.1", port: null }] };
    const server = await startFakeServer({ port: 0, seed: 1 });
    const name = `Tidewater ${crypto.randomUUID().slice(0, 8)}`;
    const added = await addEndpoint(operator(), {
      name,
      protocol: "openai",
      address: `http://127.0.0.1:${server.port}/v1`,
      key: "right-key",
      currency: "EUR",
      prices: { input: null, cached: null, output: null },
      limits: { callsPerMinute: 500, tokensPerMinute: null, callsAtOnce: 4 },
    });
    if (!added.ok) throw new Error(JSON.stringify(added));
    const { person } = await signInAs("admin");
    await page.goto(`/endpoints/${added.value.id}`);
    await testWith(page, "fake-70-rate");
    await expect(page.getByText(t("endpointRuns.live.failures.kinds.rate"))).toBeVisible();

    const other = await context.newPage();
    await other.goto(page.url());
    await test.step("the key stays while nothing is entered, and goes when it is taken away", async () => {
      await field(page, "endpoints.form.priceCached").fill("0.075");
      await press(page, t("endpoints.form.save"));
      await expect(page.getByText(t("endpoints.form.saved"), { exact: true })).toBeVisible();
      await testWith(page, "fake-70-keyed");
      await expect(page.getByText(t("endpoints.test.answered", { model: "fake-70-keyed" }))).toBeVisible();
      await field(page, "endpoints.form.takeAway").check();
      await press(page, t("endpoints.form.save"));
      await expect(field(page, "endpoints.form.takeAway")).toBeHidden();
      await testWith(page, "fake-70-keyed");
      await expect(page.getByText(t("endpointRuns.live.failures.kinds.refused"))).toBeVisible();
    });

    await test.step("somebody who read an older one is told who was before them, and loses nothing", async () => {
      await field(other, "endpoints.form.callsAtOnce").fill("8");
      await press(other, t("endpoints.form.save"));
      const { name: by } = person;
      await expect(other.getByText(t("endpoints.conflict.title", { by }))).toBeVisible();
      await expect(field(other, "endpoints.form.callsAtOnce")).toHaveValue("8");
      await press(other, t("endpoints.conflict.replace"));
      await expect(other.getByText(t("endpoints.form.saved"), { exact: true })).toBeVisible();
      await other.close();
    });
    await page.goto("/endpoints");
    const named = page.getByRole("rowheader", { name });
    await expect(page.getByRole("row").filter({ has: named })).toContainText(t("endpoints.keys.none"));
    await server.close();
  },
);
