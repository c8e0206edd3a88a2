import { encode } from "next-auth/jwt";
import { env } from "#lib/env.ts";
import { outcomeOf } from "#e2e/access-matrix/post-action.ts";
import { ask } from "#e2e/support/ask.ts";
import { postAuth } from "#e2e/support/auth-actions.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { t } from "#e2e/support/words.ts";

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
