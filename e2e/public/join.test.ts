import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { createProlific } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { viewerFor } from "#lib/testing/people.ts";
import { readDrawn } from "#e2e/support/drawn.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { answer, openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

const title = "Who is speaking?";

test("looking at a link stores nothing; declining doesn't either; who reads Chinese is told that there is English alone", async ({
  page,
}) => {
  const study = await openedStudy();
  await test.step("a code that is mistyped can be typed again, as it stands on paper or as people write", async () => {
    await page.goto("/join/zzzzz-zzzzz");
    for (const typed of ["nonsense", ` ${study.link.toUpperCase()} `]) {
      await page.getByLabel(t("join.byCode.label")).fill(typed);
      await press(page, t("join.byCode.open"));
      if (typed === "nonsense") await expect(page.getByText(t("join.byCode.wrong"))).toBeVisible();
    }
  });
  await expectHeading(page, title);
  await press(page, t("shell.language.zh-CN"));
  await expect(page.getByText(zhT("sitting.otherLanguage"))).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveAttribute("lang", "en");
  await press(page, zhT("shell.language.en"));
  await page.getByRole("link", { name: t("sitting.consent.decline") }).click();
  await expectHeading(page, t("sitting.declined.title"));
  expect(await db.sitting.count({ where: { studyId: study.id } })).toBe(0);
});

test("who comes from Prolific is led back there, or goes on; without its words nobody comes in, and for whom there is no place goes back", async ({
  page,
  newDevice,
  product,
}) => {
  const { id } = await openedStudy();
  const codes = { completion: "DONE1", screenOut: "OUT1", noConsent: "NOPE1" };
  const made = await createProlific(operator(), id, { places: 1, cohort: null, codes });
  if (!made.ok) throw new Error(made.error);
  const path = joinPath(made.value.code);
  const as = (pid: string) => `${path}?PROLIFIC_PID=${pid}&STUDY_ID=s1&SESSION_ID=t1`;
  expect((await readDrawn(product.url + path)).heading).toBe(t("join.problems.prolific_missing.title"));
  await page.goto(as("p1"));
  await expect(page.getByText(t("join.fromProlific"))).toBeVisible();
  await page.getByRole("link", { name: t("sitting.consent.decline") }).click();
  const back = page.getByRole("link", { name: t("sitting.declined.toProlific") });
  await expect(back).toHaveAttribute("href", /cc=NOPE1$/);
  await page.goBack();
  await press(page, t("sitting.consent.agree"));
  const words = await page.locator("[data-alone-on-paper] dd").nth(1).innerText();
  const own = page.url();

  const other = await newDevice();
  await other.goto(as("p2"));
  await expectHeading(other, t("join.problems.used.title"));
  await expect(other.getByRole("link", { name: t("join.toProlific") })).toHaveAttribute("href", /cc=OUT1$/);
  await other.goto(as("p1"));
  await other.getByLabel(t("account.proof.label"), { exact: true }).fill(words);
  await press(other, t("way.welcomeBack.goOn"));
  await expect(other).toHaveURL(new RegExp(`${new URL(own).pathname}(\\?back=1)?$`));
  // Somebody else of Prolific's in front of this screen is not who is signed in on it.
  await other.goto(as("p2"));
  await expectHeading(other, t("join.problems.used.title"));

  await press(page, t("sitting.own.start"));
  await expectHeading(page, t("sitting.case.place", { place: "1", count: "2" }));
  const sitting = await db.sitting.findFirstOrThrow({ where: { studyId: id }, include: { user: true } });
  const viewer = viewerFor({ ...sitting.user, role: "participant" as const });
  for (const position of [1, 2])
    await answer({ viewer, sittingId: sitting.id, number: sitting.number }, position);
  await page.goto(`${own}/finish`);
  await press(page, t("sitting.submit.confirm"));
  await expect(page.getByRole("link", { name: t("sitting.debrief.toProlific") })).toHaveAttribute(
    "href",
    /cc=DONE1$/,
  );
});
