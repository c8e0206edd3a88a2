import { outcomeOf } from "#e2e/access-matrix/post-action.ts";
import { postAuth } from "#e2e/support/auth-actions.ts";
import { addPerson } from "#e2e/support/people.ts";
import { expectHeading, press, signInWithPassword } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const secret = "seven quiet herons by the lake";

test("a form that is empty or wrong says so, and a name and its password open one’s own page, by the keyboard alone", async ({
  page,
  context,
}) => {
  const { handle } = await addPerson("admin", { secret });
  await page.goto("/");
  await expect(page).toHaveURL("/sign-in");
  const name = page.getByLabel(t("signIn.name"));
  const password = page.getByLabel(t("signIn.password"), { exact: true });
  await test.step("an empty form says what is missing, at the field", async () => {
    await press(page, t("signIn.submit"));
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await expect(name).toHaveAccessibleDescription(t("signIn.errors.required"));
  });
  await test.step("the password can be shown and hidden", async () => {
    await password.fill(secret);
    await press(page, t("shell.show"));
    await expect(password).toHaveAttribute("type", "text");
    await press(page, t("shell.hide"));
    await expect(password).toHaveAttribute("type", "password");
  });
  await test.step("a wrong password and an unknown name get the same words, and the name stays", async () => {
    for (const one of [handle, "nobody-at-all"]) {
      await signInWithPassword(page, one, "not the right one");
      await expect(password).toHaveValue("");
      await expect(page.getByText(t("signIn.errors.mismatch"))).toBeVisible();
      await expect(name).toHaveValue(one);
    }
  });
  await test.step("the right ones, however they are written, let in", async () => {
    await name.fill("");
    await page.keyboard.type(` ${handle.toUpperCase()} `);
    await page.keyboard.press("Tab");
    await page.keyboard.type(secret);
    await page.keyboard.press("Enter");
    await expectHeading(page, t("admin.title"));
    const cookie = (await context.cookies()).find((one) => one.name === "benchside");
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  });
});

thorough(
  "whoever was sent to sign in comes back to where they were going; after five wrong tries a browser has to wait, and one that the account knows doesn’t",
  async ({ page, context, product }) => {
    const { handle } = await addPerson("admin", { secret });
    const going = "/admin/people?filter=zoe&sort=-name";
    await page.goto(going);
    await expectHeading(page, t("signIn.title"));
    await signInWithPassword(page, handle, secret);
    await expectHeading(page, t("people.title"));
    await expect(page).toHaveURL(going);

    const known = (await context.cookies()).filter(({ name }) => name !== "benchside");
    await context.clearCookies();
    const url = `${product.url}/sign-in`;
    for (let turn = 0; turn < 4; turn++)
      expect(outcomeOf(await postAuth("signIn", { url, fields: { handle, secret: "wrong" } }))).toBe(
        "mismatch",
      );
    await page.goto("/sign-in");
    await signInWithPassword(page, handle, "wrong");
    await expect(page.getByText(t("signIn.errors.mismatch"))).toBeVisible();
    await signInWithPassword(page, handle, secret);
    await expect(page.getByText(t("wait.one"))).toBeVisible();
    await page.goto(going);
    await expectHeading(page, t("signIn.title"));

    await context.addCookies(known);
    await signInWithPassword(page, handle, secret);
    await expectHeading(page, t("people.title"));
  },
);
