import { encode } from "next-auth/jwt";
import { env } from "#lib/env.ts";
import { outcomeOf } from "#e2e/access-matrix/post-action.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { ask } from "#e2e/support/ask.ts";
import { postAuth } from "#e2e/support/auth-actions.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { t, zhT } from "#e2e/support/words.ts";

const secret = "seven quiet herons by the lake";

test("signing in never leads elsewhere", async () => {
  const { handle } = await addPerson("researcher", { secret });
  const passesOn = / name="next"/;
  expect((await ask(`${product.url}/sign-in?next=%2Faccount`)).text).toMatch(passesOn);
  for (const elsewhere of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
  ]) {
    const url = `${product.url}/sign-in?next=${encodeURIComponent(elsewhere)}`;
    expect((await ask(url)).text).not.toMatch(passesOn);
    const fields = { handle, secret, next: elsewhere };
    expect(outcomeOf(await postAuth("signIn", { url, fields })), elsewhere).toBe("→ /studies");
  }
});

test("a cookie that was forged or cut opens nothing", async () => {
  for (const value of ["x", "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c", ""]) {
    const { status, headers } = await ask(`${product.url}/admin`, { cookie: `benchside=${value}` });
    expect([status, headers.location]).toEqual([307, "/sign-in?next=%2Fadmin"]);
  }
});

test("a seal of ours opens nothing once it is over, or where it was made for something else", async () => {
  const { signInId } = await signIn(await addPerson("admin"));
  const seal = (token: Record<string, string>, terms: { salt?: string; maxAge?: number } = {}) =>
    encode({ token, secret: env.authSecret ?? "", maxAge: 60, ...terms });
  const seals = {
    good: await seal({ sub: signInId }),
    over: await seal({ sub: signInId }, { maxAge: -60 }),
    half: await seal({ half: signInId }),
    device: await seal({ sub: signInId }, { salt: "benchside-device" }),
    note: await seal({ of: signInId }),
    nobody: await seal({ sub: crypto.randomUUID() }),
  };
  const opened: Record<string, number> = {};
  for (const [name, value] of Object.entries(seals))
    opened[name] = (await ask(`${product.url}/admin`, { cookie: `benchside=${value}` })).status;
  expect(opened).toEqual({ good: 200, over: 307, half: 307, device: 307, note: 307, nobody: 307 });
});

test("a form that is nothing without script says what to do", async () => {
  const { cookie } = await signIn(await addPerson("admin"));
  // A browser whose scripts its driver holds back reads such words as one that has them: it shows none of them.
  const { text } = await ask(`${product.url}/studies/new`, { cookie: `${cookie.name}=${cookie.value}` });
  expect(text).toMatch(new RegExp(`<noscript><p[^>]*>${t("shell.needsScript")}</p></noscript>`));
});

test("without script a password lets a researcher in, and leads back", async () => {
  const { handle } = await addPerson("researcher", { secret });
  const reader = await new Reader().goto("/account");
  await reader.press(t("signIn.submit"), { handle, secret: "not this one" });
  reader.expectWords(t("signIn.errors.mismatch"));
  (await reader.press(t("signIn.submit"), { handle, secret })).expectHeading(t("account.title"));
});

test("without script a participant changes language and theme, which stay, and is let in by a code and passphrase", async () => {
  const html = (attribute: string, value: string) => new RegExp(`<html[^>]* ${attribute}="${value}"`);
  const reader = await new Reader().goto("/sign-in");
  (await reader.press(t("shell.language.zh-CN"))).expectHeading(zhT("signIn.title"));
  expect(reader.html).toMatch(html("lang", "zh-CN"));
  expect((await reader.press(zhT("shell.theme.dark"))).html).toMatch(html("data-theme", "dark"));
  (await reader.goto("/sign-in?as=participant")).expectHeading(zhT("signIn.title"));
  expect(reader.html).toMatch(html("data-theme", "dark"));

  reader.forget();
  const { handle } = await addPerson("participant", { secret: "amber otter lake stone heron" });
  await reader.goto("/sign-in");
  await reader.follow(t("signIn.participantTab"));
  // As people type.
  const typed = { handle: handle.toUpperCase(), secret: "Amber-Otter  lake, stone HERON" };
  (await reader.press(t("signIn.submit"), typed)).expectHeading(t("participantHome.title"));
});
