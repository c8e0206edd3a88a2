import type { Page } from "@playwright/test";
import { liveAddress, studyPath } from "#lib/paths.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy, pauseStudy } from "#lib/studies/mutations.ts";
import { expectHeading } from "#e2e/support/screens.ts";
import { answer, beginAt, consentTo, openedStudy } from "#e2e/support/studies.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

/** A number of the totals, by what stands beside it. */
const total = (page: Page, key: Parameters<typeof t>[0]) =>
  page
    .locator("section[aria-labelledby=totals]")
    .locator("div")
    .filter({ has: page.getByText(t(key), { exact: true }) })
    .locator("dd");

const rowOf = (page: Page, number: number) =>
  page
    .getByRole("region", { name: t("live.people.caption") })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${number}(\\D|$)`) }) });

/** It need not wait for its turn to ask again: a network that is back is reason enough. */
const askNow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("online")));

/** A page that still asks would do so at once when the network is back. */
const askedWhenBack = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const real = window.fetch;
        let count = 0;
        window.fetch = (...given) => {
          count += 1;
          return real(...given);
        };
        window.dispatchEvent(new Event("online"));
        // Behind the timer that asking again would have set.
        setTimeout(() => resolve(count), 0);
      }),
  );

test("the page follows what happens, without a reload and without a word on accuracy", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/Failed to load resource/, /failed: .*\/live/);
  const study = await openedStudy();
  await signInAs("admin");
  await page.goto(studyPath(study.slug));
  await expectHeading(page, study.title);
  await expect(page.getByText(t("live.people.none"))).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));

  const sitter = await beginAt(study);
  const row = rowOf(page, sitter.number);
  await test.step("who comes, and how far they are", async () => {
    await expect(total(page, "live.totals.working")).toHaveText("1");
    await expect(row).toContainText(t("live.people.answered", { answered: 0, cases: 2 }));
    await answer(sitter, 1);
    await expect(row).toContainText(t("live.people.answered", { answered: 1, cases: 2 }));
    await answer(sitter, 2);
    await askNow(page);
    await expect(row).toContainText(t("live.people.answered", { answered: 2, cases: 2 }));
    await expect(row).toContainText("3:00");
    await expect(page.getByRole("figure")).toContainText(t("live.answers.count", { count: 2 }));
    await page.getByText(t("live.totals.meaning")).click();
    await expect(page.getByText(t("live.accuracy.hidden"))).toBeVisible();
    await expect(page.getByRole("heading", { name: t("live.accuracy.title") })).toHaveCount(0);
  });
  await test.step("a server that doesn't answer, and its return", async () => {
    const address = `**${liveAddress(study.slug)}`;
    await page.route(address, (route) => route.abort("connectionrefused"));
    await askNow(page);
    await expect(page.getByText(/^Not updated since/)).toBeVisible();
    await page.unroute(address);
    await askNow(page);
    await expect(page.getByText(t("live.connection.fine"))).toBeVisible();
  });
  await test.step("what another admin does to the study's state", async () => {
    await pauseStudy(operator(), study.slug);
    await askNow(page);
    await expect(page.getByText(t("studies.states.paused.meaning"))).toBeVisible();
    const reopen = page.getByRole("button", { name: t("studies.change.reopen.open"), exact: true });
    await expect(reopen).toBeVisible();
    await expect(page.getByText(t("live.connection.fine"))).toBeVisible();

    await closeStudy(operator(), study.slug);
    await askNow(page);
    await expect(page.getByText(t("live.connection.over"))).toBeVisible();
    await expect(page.getByText(t("live.connection.fine"))).toHaveCount(0);
    await expect(total(page, "live.totals.unfinished")).toHaveText("1");
    await expect(row).toContainText(t("live.people.states.unfinished"));
    await expect(page.getByText(t("live.totals.working"), { exact: true })).toHaveCount(0);
    expect(await askedWhenBack(page)).toBe(0);
  });
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
});

thorough(
  "two thousand sittings come in pages, and filters stand in the address",
  async ({ page, signInAs }) => {
    const study = await openedStudy();
    const first = await consentTo(study);
    await db.$executeRaw`
    WITH people AS (
      INSERT INTO users (id, role, name, handle)
      SELECT gen_random_uuid(), 'participant', 'Participant ' || n, ${study.slug} || '-' || n
      FROM generate_series(2, 2000) n RETURNING id, handle
    )
    INSERT INTO sittings (id, study_id, user_id, number, language, consent_text_id, seed)
    SELECT gen_random_uuid(), s.study_id, p.id, split_part(p.handle, '-', -1)::int, 'en', s.consent_text_id, 1
    FROM people p, sittings s WHERE s.id = ${first.sittingId}::uuid`;
    await signInAs("admin");
    await page.goto(studyPath(study.slug));
    await expect(total(page, "live.totals.consented")).toHaveText("2,000");
    await expect(page.getByText(t("live.people.pages.here", { page: 1, pages: 40 }))).toBeVisible();
    await page.getByRole("link", { name: t("live.people.pages.next") }).click();
    await expect(rowOf(page, 51)).toBeVisible();
    await expect(page).toHaveURL(/\?page=2$/);

    await withdrawSitting(operator(), study.id, 777, { erase: false });
    await page.getByLabel(t("live.people.filter"), { exact: true }).selectOption("withdrawn");
    await page.getByRole("button", { name: t("live.people.search"), exact: true }).click();
    await expect(rowOf(page, 777)).toBeVisible();
    await expect(page).toHaveURL(/filter=withdrawn/);
    await page.getByLabel(t("live.people.find"), { exact: true }).fill("1999");
    await page.getByLabel(t("live.people.filter"), { exact: true }).selectOption("all");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: t("live.people.search"), exact: true }).click();
    await expect(rowOf(page, 1999)).toBeVisible();
  },
);
