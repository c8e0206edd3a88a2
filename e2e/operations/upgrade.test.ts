import {
  choose,
  expectCase,
  goOn,
  kept,
  sending,
  startSittingAs,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import { untilAtWork } from "#e2e/support/at-work.ts";
import { ask } from "#e2e/support/ask.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import { errorWords } from "#components/shell/error-words.ts";
import { db } from "#lib/db.ts";

test("a participant in the middle of a sitting goes on through an upgrade, on the page as it was; a form that the new build doesn’t know asks to load the page again", async ({
  page,
  product,
  signInAs,
  expectErrors,
}) => {
  expectErrors(
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET/,
    /status of 40[49]/,
    /ChunkLoadError|Failed to load chunk/,
  );
  expectErrors(
    /[Ff]ail(ed)?-to-find-server-action|Failed to find Server Action|UnrecognizedAction|was not found on the server|getActionNotFoundError|Object\.get /,
  );
  const { caseAt, sitter } = await startSittingAs(page, signInAs, { questions: { reason: "off" } });
  await Promise.all([supplied(page), page.goto(caseAt(1))]);
  await choose(page, 0);
  await expect(sending(page)).toHaveText(t("sending.saved"));
  await page.evaluate(() => Object.assign(window, { asItWas: true }));
  const isAsItWas = () => page.evaluate(() => "asItWas" in window);

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
  await test.step("a form that is known no more, on a page whose scripts went with their build", async () => {
    const words = errorWords();
    await page.getByRole("link", { name: t("sitting.overview.finish") }).click();
    await expectHeading(page, t("sitting.submit.title"));
    await untilAtWork(page);
    await page.route(/\/finish/, (route) => {
      const headers = route.request().headers();
      if (headers["next-action"]) headers["next-action"] = `40${"0".repeat(40)}`;
      return route.continue({ headers });
    });
    await page.route("**/_next/static/chunks/*.js", (route) => route.fulfill({ status: 404 }));
    await press(page, t("sitting.submit.confirm"));
    await expectHeading(page, words.title);
    await page.unroute("**/_next/static/chunks/*.js");
    await page.unroute(/\/finish/);
    await page.getByRole("link", { name: words.again }).click();
    await press(page, t("sitting.submit.confirm"));
    await expectHeading(page, t("sitting.debrief.title"));
  });
  expect(await db.answer.count({ where: { sittingId: sitter.sittingId } })).toBe(3);

  const unknown = await ask(`${product.url}/_next/static/chunks/of-no-build.js`);
  expect([unknown.status, unknown.headers["cache-control"]]).toEqual([
    404,
    expect.not.stringContaining("immutable"),
  ]);
});
