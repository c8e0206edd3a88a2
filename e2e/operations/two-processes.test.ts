import { builtActions } from "#e2e/access-matrix/built.ts";
import { outcomeOf, postAction } from "#e2e/access-matrix/post-action.ts";
import { ask } from "#e2e/support/ask.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { expect, test } from "#e2e/support/test.ts";
import { db } from "#lib/db.ts";

const secret = "seven quiet herons by the lake";

function actionNamed(name: string) {
  const action = builtActions.find((one) => one.name === `lib/auth/actions.ts#${name}`);
  if (!action) throw new Error(`${name} is not built`);
  return action;
}

async function trySignIn(url: string, handle: string, given: string): Promise<string> {
  const action = actionNamed("signIn");
  return outcomeOf(await postAction({ url: `${url}/sign-in`, action, fields: { handle, secret: given } }));
}

test("two processes count failed sign-ins together, know at once who signed out, and let one click in by a link", async ({
  product,
}) => {
  const second = await product.addProcess();
  const urls = [product.url, second.url];
  await test.step("failed sign-ins", async () => {
    const { handle } = await addPerson("researcher", { secret });
    const tries = Array.from({ length: 10 }, (_, turn) => trySignIn(urls[turn % 2] ?? "", handle, "wrong"));
    const outcomes = (await Promise.all(tries)).sort();
    expect(outcomes).toEqual([...Array<string>(5).fill("mismatch"), ...Array<string>(5).fill("throttled")]);
    for (const url of urls) expect(await trySignIn(url, handle, secret)).toBe("throttled");
  });
  await test.step("a sign-out", async () => {
    const { cookie } = await signIn(await addPerson("admin"));
    const asked = { cookie: `${cookie.name}=${cookie.value}` };
    for (const url of urls) expect((await ask(`${url}/admin`, asked)).status).toBe(200);
    await postAction({ url: `${product.url}/admin`, action: actionNamed("signOut"), ...asked });
    expect((await ask(`${second.url}/admin`, asked)).status).toBe(307);
  });
  await test.step("two clicks on one link in the same instant", async () => {
    const { linkPath } = await addPerson("participant");
    const fields = { token: linkPath.replace("/enter/", "") };
    const click = async (url: string) =>
      outcomeOf(await postAction({ url: url + linkPath, action: actionNamed("enter"), fields }));
    const outcomes = await Promise.all(urls.map(click));
    expect(outcomes.sort()).toEqual(["used", "→ /come-back"]);
  });
  await second.stop();
});

test("an invented forwarding header is no other address", async ({ product }) => {
  const outcomes: string[] = [];
  const action = actionNamed("signIn");
  for (let turn = 0; turn < 7; turn++) {
    const ten = Array.from({ length: 10 }, (_, n) => {
      const headers = { "x-forwarded-for": `10.0.${turn}.${n}` };
      const fields = { handle: `nobody-${turn}-${n}`, secret: "wrong" };
      return postAction({ url: `${product.url}/sign-in`, action, fields, headers });
    });
    outcomes.push(...(await Promise.all(ten)).map(outcomeOf));
  }
  expect(outcomes.filter((outcome) => outcome === "mismatch")).toHaveLength(60);
  expect(outcomes.filter((outcome) => outcome === "throttled")).toHaveLength(10);
});

test("an action that Next passes on to another of its pages keeps its caller's address and host", async ({
  product,
}) => {
  test.skip(process.platform !== "linux", "other systems have one address for themselves");
  const counters = async () =>
    (await db.throttle.findMany({ orderBy: { key: "asc" } })).map(({ key }) => key);
  const from = (path: string) =>
    postAction({
      url: product.url + path,
      action: actionNamed("signIn"),
      fields: { handle: "nobody-at-all", secret: "wrong" },
      headers: { host: "lab.example", origin: "http://lab.example", "sec-fetch-site": "same-origin" },
      localAddress: "127.0.0.2",
    });
  expect(outcomeOf(await from("/sign-in"))).toBe("mismatch");
  const counted = await counters();
  expect(counted.length).toBeGreaterThan(1);
  // A page that doesn't know the action.
  expect(outcomeOf(await from("/nowhere"))).toBe("mismatch");
  expect(await counters()).toEqual(counted);
});
