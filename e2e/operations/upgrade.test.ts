import { cpSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import {
  choose,
  expectCase,
  goOn,
  kept,
  sending,
  startSittingAs,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import { ask } from "#e2e/support/ask.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import type { Product } from "#e2e/support/product.ts";
import { t } from "#e2e/support/words.ts";
import { db } from "#lib/db.ts";
import { projectRoot, testBuildDir } from "#scripts/project.ts";

const build = path.join(projectRoot, testBuildDir);

/** As if the page were of an earlier build: whatever it fetches from now on has a name that only that one had. */
async function makeEarlier(page: Page, { dir }: Product) {
  const chunks = path.join(dir, "builds", "earlier", "chunks");
  mkdirSync(chunks, { recursive: true });
  for (const name of readdirSync(path.join(build, "static", "chunks")))
    cpSync(path.join(build, "static", "chunks", name), path.join(chunks, `earlier-${name}`), {
      recursive: true,
    });
  const fetched: string[] = [];
  await page.route("**/_next/static/chunks/*.js", (route) => {
    const url = route.request().url().replace("/chunks/", "/chunks/earlier-");
    fetched.push(url);
    return route.continue({ url });
  });
  return fetched;
}

test("a participant in the middle of a sitting goes on through an upgrade, on the page as it was; a form that the new build doesn’t know asks to load the page again", async ({
  page,
  product,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET/, /status of 409/);
  expectErrors(
    /[Ff]ail(ed)?-to-find-server-action|Failed to find Server Action|UnrecognizedAction|was not found on the server|getActionNotFoundError|Object\.get /,
  );
  const { caseAt, sitter } = await startSittingAs(page, signInAs, { questions: { reason: "off" } });
  await Promise.all([supplied(page), page.goto(caseAt(1))]);
  await choose(page, 0);
  await expect(sending(page)).toHaveText(t("sending.saved"));
  await page.evaluate(() => Object.assign(window, { asItWas: true }));
  const isAsItWas = () => page.evaluate(() => "asItWas" in window);
  const fetched = await makeEarlier(page, product);

  await test.step("who answers meanwhile is saved by the process that comes after", async () => {
    product.web.signal("SIGTERM");
    await product.web.exited;
    await choose(page, 1);
    await expect(sending(page)).toContainText(kept(1));
    await product.web.startAgain();
    await page.evaluate(() => void dispatchEvent(new Event("online")));
    await expect(sending(page)).toHaveText(t("sending.saved"));
  });
  await test.step("to the last case and to all of them", async () => {
    for (const position of [2, 3]) {
      await goOn(page, position);
      await choose(page, position);
    }
    await expect(sending(page)).toHaveText(t("sending.saved"));
    // From the last case one is led on to handing in.
    await press(page, t("sitting.case.previous"));
    await expectCase(page, 2);
    await press(page, t("sitting.case.overview"));
    await expectHeading(page, t("sitting.overview.title"));
    expect(await isAsItWas()).toBe(true);
  });
  await test.step("a form that is known no more", async () => {
    await page.getByRole("link", { name: t("sitting.overview.finish") }).click();
    await page.route(/\/finish/, (route) => {
      const headers = route.request().headers();
      if (headers["next-action"]) headers["next-action"] = `40${"0".repeat(40)}`;
      return route.continue({ headers });
    });
    await press(page, t("sitting.submit.confirm"));
    await expectHeading(page, "Benchside has been updated");
    await page.unroute(/\/finish/);
    await press(page, "Load the page again");
    await press(page, t("sitting.submit.confirm"));
    await expectHeading(page, t("sitting.debrief.title"));
  });
  expect(fetched.length).toBeGreaterThan(0);
  expect(await db.answer.count({ where: { sittingId: sitter.sittingId } })).toBe(3);

  const address = `${product.url}/_next/static/chunks/`;
  const found = await ask(new URL(fetched[0] ?? "").href);
  expect([found.status, found.headers["cache-control"]]).toEqual([
    200,
    "public, max-age=31536000, immutable",
  ]);
  const unknown = await ask(`${address}of-no-build.js`);
  expect([unknown.status, unknown.headers["cache-control"]]).toEqual([
    404,
    expect.not.stringContaining("immutable"),
  ]);
  const id = readFileSync(path.join(build, "BUILD_ID"), "utf8").trim();
  expect(readdirSync(path.join(product.dir, "builds"))).toContain(id);
});
