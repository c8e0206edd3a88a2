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

test("failed sign-ins at two processes are counted together", async ({ product }) => {
  const second = await product.addProcess();
  const { handle } = await addPerson("researcher", { secret });
  const urls = [product.url, second.url];
  const tries = Array.from({ length: 10 }, (_, turn) => trySignIn(urls[turn % 2] ?? "", handle, "wrong"));
  const outcomes = (await Promise.all(tries)).sort();
  expect(outcomes).toEqual([...Array<string>(5).fill("mismatch"), ...Array<string>(5).fill("throttled")]);
  for (const url of urls) expect(await trySignIn(url, handle, secret)).toBe("throttled");
  await second.stop();
});

test("a sign-out at one process holds at once at the other", async ({ product }) => {
  const second = await product.addProcess();
  const { cookie } = await signIn(await addPerson("admin"));
  const asked = { cookie: `${cookie.name}=${cookie.value}` };
  for (const url of [product.url, second.url]) expect((await ask(`${url}/admin`, asked)).status).toBe(200);
  await postAction({ url: `${product.url}/admin`, action: actionNamed("signOut"), ...asked });
  expect((await ask(`${second.url}/admin`, asked)).status).toBe(307);
  await second.stop();
});

test("of two clicks on one link, at two processes in the same instant, one gets in", async ({ product }) => {
  const second = await product.addProcess();
  const { linkPath } = await addPerson("participant");
  const fields = { token: linkPath.replace("/enter/", "") };
  const click = async (url: string) =>
    outcomeOf(await postAction({ url: url + linkPath, action: actionNamed("enter"), fields }));
  const outcomes = await Promise.all([click(product.url), click(second.url)]);
  expect(outcomes.sort()).toEqual(["used", "→ /come-back"]);
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
