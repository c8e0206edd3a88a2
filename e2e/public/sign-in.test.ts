import { ask } from "#e2e/support/ask.ts";
import { addPerson } from "#e2e/support/people.ts";
import { expectHeading, press, signInWithPassphrase, signInWithPassword } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

const secret = "seven quiet herons by the lake";

test("a name and its password open one's own page", async ({ page, context }) => {
  const { handle } = await addPerson("admin", { secret });
  await page.goto("/");
  await expect(page).toHaveURL("/sign-in");
  await signInWithPassword(page, ` ${handle.toUpperCase()} `, secret);
  await expectHeading(page, t("admin.title"));
  const cookie = (await context.cookies()).find(({ name }) => name === "benchside");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
});

test("the keyboard alone is enough", async ({ page }) => {
  const { handle } = await addPerson("researcher", { secret });
  await page.goto("/sign-in");
  await page.getByLabel(t("signIn.name")).focus();
  await page.keyboard.type(handle);
  await page.keyboard.press("Tab");
  await page.keyboard.type(secret);
  await page.keyboard.press("Enter");
  await expectHeading(page, t("studies.title"));
});

test("a wrong password and an unknown name get the same words, and the name stays", async ({ page }) => {
  const { handle } = await addPerson("researcher", { secret });
  await page.goto("/sign-in");
  for (const name of [handle, "nobody-at-all"]) {
    await signInWithPassword(page, name, "not the right one");
    await expect(page.getByText(t("signIn.errors.mismatch"))).toBeVisible();
    await expect(page.getByLabel(t("signIn.name"))).toHaveValue(name);
    await expect(page.getByLabel(t("signIn.password"), { exact: true })).toHaveValue("");
  }
});

test("an empty form says what is missing, at the field", async ({ page }) => {
  await page.goto("/sign-in");
  await press(page, t("signIn.submit"));
  const name = page.getByLabel(t("signIn.name"));
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(t("signIn.errors.required"));
});

test("the password can be shown and hidden", async ({ page }) => {
  await page.goto("/sign-in");
  const field = page.getByLabel(t("signIn.password"), { exact: true });
  await field.fill(secret);
  await press(page, t("shell.show"));
  await expect(field).toHaveAttribute("type", "text");
  await press(page, t("shell.hide"));
  await expect(field).toHaveAttribute("type", "password");
});

test("after five wrong tries a browser has to wait, and one that the account knows doesn’t", async ({
  page,
  newDevice,
}) => {
  const { handle } = await addPerson("researcher", { secret });
  const known = await newDevice();
  await known.goto("/sign-in");
  await signInWithPassword(known, handle, secret);
  await expectHeading(known, t("studies.title"));
  await known.context().clearCookies({ name: "benchside" });

  await page.goto("/sign-in");
  for (let turn = 0; turn < 5; turn++) {
    await signInWithPassword(page, handle, `wrong ${turn}`);
    // The form is emptied once its answer is there; the words alone may still be the ones of the try before.
    await expect(page.getByLabel(t("signIn.password"), { exact: true })).toHaveValue("");
    await expect(page.getByText(t("signIn.errors.mismatch"))).toBeVisible();
  }
  await signInWithPassword(page, handle, secret);
  await expect(page.getByText(t("wait.one"))).toBeVisible();
  await page.goto("/studies");
  await expectHeading(page, t("signIn.title"));

  await known.goto("/sign-in");
  await signInWithPassword(known, handle, secret);
  await expectHeading(known, t("studies.title"));
});

test("whoever was sent to sign in comes back to where they were going", async ({ page }) => {
  const { handle } = await addPerson("admin", { secret });
  await page.goto("/admin/people?filter=zoe&sort=-name");
  await expectHeading(page, t("signIn.title"));
  await signInWithPassword(page, handle, secret);
  await expectHeading(page, t("people.title"));
  await expect(page).toHaveURL("/admin/people?filter=zoe&sort=-name");
});

for (const elsewhere of [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
]) {
  test(`signing in never leads to ${elsewhere}`, async ({ page, product }) => {
    const { handle } = await addPerson("researcher", { secret });
    await page.goto(`/sign-in?next=${encodeURIComponent(elsewhere)}`);
    await signInWithPassword(page, handle, secret);
    await expectHeading(page, t("studies.title"));
    expect(new URL(page.url()).origin).toBe(product.url);
  });
}

test("a participant comes back with code and passphrase, typed as people type", async ({ page }) => {
  const { handle } = await addPerson("participant", { secret: "amber otter lake stone heron" });
  await page.goto("/sign-in");
  await page.getByRole("link", { name: t("signIn.participantTab") }).click();
  await signInWithPassphrase(page, handle.toUpperCase(), "Amber-Otter  lake, stone HERON");
  await expectHeading(page, t("participantHome.title"));
});

test("a cookie that was forged or cut opens nothing", async ({ product }) => {
  for (const value of ["x", "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c", ""]) {
    const { status, headers } = await ask(`${product.url}/admin`, { cookie: `benchside=${value}` });
    expect([status, headers.location]).toEqual([307, "/sign-in?next=%2Fadmin"]);
  }
});
