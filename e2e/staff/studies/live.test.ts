import type { Page } from "@playwright/test";
import { liveAddress, studyPath } from "#lib/paths.ts";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy, pauseStudy } from "#lib/studies/state-mutations.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { expectHeading } from "#e2e/support/screens.ts";
import { answer, beginAt, consentTo, draftStudy, openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

/** A number of the totals, by what stands beside it. */
const total = (page: Page, key: Parameters<typeof t>[0]) =>
  page
    .getByRole("region", { name: t("live.totals.title"), exact: true })
    .locator("div")
    .filter({ has: page.getByText(t(key), { exact: true }) })
    .locator("dd");

const rowOf = (page: Page, number: number) =>
  page
    .getByRole("region", { name: t("live.people.caption") })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: new RegExp(`^${number}(\\D|$)`) }) });

test("the page follows what happens, without a reload and without a word on accuracy", async ({
  page,
  signInAs,
}) => {
  const study = await openedStudy();
  await signInAs("admin");
  await page.goto(studyPath(study.slug));
  await expectHeading(page, study.title);
  await expect(page.getByText(t("live.people.none"))).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));

  const sitter = await beginAt(study);
  await expect(total(page, "live.totals.working")).toHaveText("1");
  await expect(rowOf(page, sitter.number)).toContainText(t("live.people.at", { at: 1, cases: 2 }));
  await answer(sitter, 1);
  await expect(rowOf(page, sitter.number)).toContainText(t("live.people.at", { at: 2, cases: 2 }));
  await answer(sitter, 2);
  await expect(rowOf(page, sitter.number)).toContainText(t("live.people.allAnswered", { cases: 2 }));
  await expect(rowOf(page, sitter.number)).toContainText(t("live.duration.minutes", { count: 3 }));

  await expect(page.getByText(t("live.accuracy.hidden"))).toBeVisible();
  await expect(page.getByRole("heading", { name: t("live.accuracy.title") })).toHaveCount(0);
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
});

test("what another admin does to the study's state arrives by itself", async ({ page, signInAs }) => {
  const study = await openedStudy();
  const sitter = await beginAt(study);
  await signInAs("admin");
  await page.goto(studyPath(study.slug));
  await pauseStudy(operator(), study.slug);
  await expect(page.getByText(t("studies.states.paused.meaning"))).toBeVisible();
  await expect(
    page.getByRole("button", { name: t("studies.change.reopen.open"), exact: true }),
  ).toBeVisible();
  await expect(page.getByText(t("live.connection.fine"))).toBeVisible();

  await closeStudy(operator(), study.slug);
  await expect(page.getByText(t("live.connection.over"))).toBeVisible();
  await expect(page.getByText(t("live.connection.fine"))).toHaveCount(0);
  await expect(total(page, "live.totals.unfinished")).toHaveText("1");
  await expect(rowOf(page, sitter.number)).toContainText(t("live.people.states.unfinished"));
  await expect(page.getByText(t("live.totals.working"), { exact: true })).toHaveCount(0);
  // A page that still asks would do so at once when the network is back.
  const asked = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const real = window.fetch;
        let count = 0;
        window.fetch = (...given) => {
          count += 1;
          return real(...given);
        };
        window.dispatchEvent(new Event("online"));
        setTimeout(() => resolve(count), 20);
      }),
  );
  expect(asked).toBe(0);
});

test("interim results are shown only where the design switched them on, with what that means", async ({
  page,
  signInAs,
}) => {
  const study = await openedStudy({ rules: { interim: true } });
  const sitter = await beginAt(study);
  await answer(sitter, 1);
  await signInAs("admin");
  await page.goto(studyPath(study.slug));
  await expect(page.getByText(t("live.accuracy.shown"))).toBeVisible();
  const table = page.getByRole("region", { name: t("live.accuracy.caption") });
  await expect(table.getByRole("row").nth(1)).toContainText(`Literary${t("live.accuracy.selected")}1`);
});

test("a server that doesn't answer is told in words, and so is its return", async ({
  page,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/Failed to load resource/, /failed: .*\/live/);
  const study = await openedStudy();
  await signInAs("admin");
  await page.goto(studyPath(study.slug));
  const address = `**${liveAddress(study.slug)}`;
  await page.route(address, (route) => route.abort("connectionrefused"));
  await expect(page.getByText(/^Not updated since/)).toBeVisible({ timeout: 10_000 });
  await page.unroute(address);
  await expect(page.getByText(t("live.connection.fine"))).toBeVisible({ timeout: 10_000 });
});

test("where nothing has changed, the answer is empty, and nobody else gets one", async ({
  page,
  signInAs,
  newDevice,
  expectErrors,
}) => {
  expectErrors(/404/);
  const study = await openedStudy();
  await signInAs("admin");
  const first = await page.request.get(liveAddress(study.slug));
  const tag = first.headers().etag ?? "";
  const ask = () => page.request.get(liveAddress(study.slug), { headers: { "if-none-match": tag } });
  expect([first.status(), (await ask()).status()]).toEqual([200, 304]);
  await consentTo(study);
  expect((await ask()).status()).toBe(200);

  const stranger = await newDevice();
  await signInAs("researcher", stranger.context());
  expect((await stranger.request.get(liveAddress(study.slug))).status()).toBe(404);
  await stranger.goto(studyPath(study.slug));
  await expectHeading(stranger, t("notFound.title"));
});

test("a researcher of the study reads, and has no button that changes anything", async ({
  page,
  signInAs,
}) => {
  const study = await openedStudy();
  const { person } = await signInAs("researcher");
  await addMember(operator(), { studyId: study.id, userId: person.id });
  const sitter = await beginAt(study);
  await page.goto(studyPath(study.slug));
  await expect(total(page, "live.totals.working")).toHaveText("1");
  await expect(rowOf(page, sitter.number)).toBeVisible();
  const { handle } = await db.user.findUniqueOrThrow({ where: { id: sitter.viewer.userId } });
  await expect(page.getByText(handle)).toHaveCount(0);
  const buttons = page.getByRole("main").getByRole("button");
  await expect(buttons).toHaveText([t("live.people.search")]);
  const pages = page.getByRole("navigation", { name: t("studies.frame.label") }).getByRole("link");
  await expect(pages).toHaveText(
    (["live", "results", "plan", "preview"] as const).map((page) => t(`studies.frame.pages.${page}`)),
  );
});

test("a draft is prepared by admins and announced to its researchers", async ({
  page,
  signInAs,
  newDevice,
}) => {
  const draft = await draftStudy();
  await signInAs("admin");
  await page.goto(studyPath(draft.slug));
  await expect(page).toHaveURL(/\/design\/frame$/);

  const other = await newDevice();
  const { person } = await signInAs("researcher", other.context());
  await addMember(operator(), { studyId: draft.id, userId: person.id });
  await other.goto(studyPath(draft.slug));
  await expect(other.getByText(t("studies.prepared.title"))).toBeVisible();
});

test("two thousand sittings come in pages, and filters stand in the address", async ({ page, signInAs }) => {
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
});
