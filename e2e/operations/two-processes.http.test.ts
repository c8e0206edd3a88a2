import { once } from "node:events";
import net from "node:net";
import pg from "pg";
import { startBeside } from "#e2e/operations/beside.ts";
import { outcomeOf } from "#e2e/access-matrix/post-action.ts";
import { postAuth } from "#e2e/support/auth-actions.ts";
import { ask } from "#e2e/support/ask.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { countStatements } from "#e2e/support/statement-counter.ts";
import { beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import type { WebProcess } from "#e2e/support/web-process.ts";
import { t } from "#e2e/support/words.ts";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { openBrowser } from "#lib/simulation/browser.ts";
import { listCases, readState, walkIn } from "#lib/simulation/steps.ts";

const secret = "seven quiet herons by the lake";

async function trySignIn(url: string, handle: string, given: string): Promise<string> {
  return outcomeOf(await postAuth("signIn", { url: `${url}/sign-in`, fields: { handle, secret: given } }));
}

/** Asks for a page that can't be finished before the database is let go again. */
async function askWithoutEnd(url: string) {
  const { cookie } = await signIn(await addPerson("admin"));
  const owner = new pg.Client({ connectionString: product.ownerUrl });
  await owner.connect();
  // Holds the page back where it counts people.
  await owner.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
  const answer = ask(`${url}/admin`, { cookie: `${cookie.name}=${cookie.value}` });
  const waiting = "SELECT FROM pg_locks WHERE NOT granted";
  const observer = new pg.Client({ connectionString: product.ownerUrl });
  await observer.connect();
  await expect.poll(async () => (await observer.query(waiting)).rowCount).toBeGreaterThan(0);
  await observer.end();
  return { answer, letGo: () => owner.end() };
}

/** As a browser connects ahead of need. */
async function connectSilently({ port }: WebProcess): Promise<void> {
  const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
}

async function expectSharedCount(urls: readonly string[]): Promise<void> {
  const { handle } = await addPerson("researcher", { secret });
  const tries = Array.from({ length: 10 }, (_, turn) => trySignIn(urls[turn % 2] ?? "", handle, "wrong"));
  const outcomes = (await Promise.all(tries)).sort();
  expect(outcomes).toEqual([...Array<string>(5).fill("mismatch"), ...Array<string>(5).fill("throttled")]);
  for (const url of urls) expect(await trySignIn(url, handle, secret)).toBe("throttled");
}

async function expectSignedOut([first = "", second = ""]: readonly string[]): Promise<void> {
  const { cookie } = await signIn(await addPerson("admin"));
  const asked = { cookie: `${cookie.name}=${cookie.value}` };
  for (const url of [first, second]) expect((await ask(`${url}/admin`, asked)).status).toBe(200);
  await postAuth("signOut", { url: `${first}/admin`, ...asked });
  expect((await ask(`${second}/admin`, asked)).status).toBe(307);
}

/** Where no page is drawn. */
async function expectNoState(urls: readonly string[]): Promise<void> {
  const sitter = await beginAt(await openedStudy());
  const { cookie } = await signIn(personOf(sitter));
  const asked = { cookie: `${cookie.name}=${cookie.value}` };
  const statusAt = async (url: string) =>
    (await ask(`${url}/api/sittings/${sitter.sittingId}/state`, asked)).status;
  for (const url of urls) expect(await statusAt(url)).toBe(200);
  await db.signIn.updateMany({ where: { userId: sitter.viewer.userId }, data: { endedAt: new Date() } });
  for (const url of urls) expect(await statusAt(url)).toBe(401);
}

async function expectFewStatements(url: string, take: () => string[]): Promise<void> {
  const { link } = await openedStudy();
  // Whoever comes first reads what nobody after them has to.
  for (const most of [Infinity, 30]) {
    const browser = openBrowser(url);
    take();
    const sittingId = await walkIn(browser, joinPath(link));
    const onTheWay = take();
    expect(onTheWay.length, onTheWay.join("\n")).toBeLessThanOrEqual(most);
    await listCases(browser, sittingId);
    await readState(browser, sittingId);
    const askedByDevice = take();
    expect(onTheWay.length + askedByDevice.length, askedByDevice.join("\n")).toBeLessThanOrEqual(most);
  }
}

async function expectOneClick(urls: readonly string[]): Promise<void> {
  const { linkPath } = await addPerson("participant");
  const fields = { token: linkPath.replace("/enter/", "") };
  const click = async (url: string) => outcomeOf(await postAuth("enter", { url: url + linkPath, fields }));
  expect((await Promise.all(urls.map(click))).sort()).toEqual(["used", "→ /come-back"]);
}

async function expectCleanStop(web: WebProcess): Promise<void> {
  const finished = () => web.log.lines().filter(({ path, status }) => path === "/admin" && status === 200);
  const before = finished().length;
  const { answer, letGo } = await askWithoutEnd(web.url);
  // Connections that are open but silent hold nothing up: those that were used, and those that never were.
  await Promise.all([1, 2, 3].map(() => fetch(`${web.url}/icon.svg`).then((one) => one.text())));
  await connectSilently(web);
  web.signal("SIGTERM");
  const askAgain = () => ask(`${web.url}/sign-in`).catch((error: { code: string }) => error.code);
  await expect.poll(askAgain).toBe("ECONNREFUSED");
  await letGo();
  const { status, text } = await answer;
  expect([status, text.includes(t("admin.title"))]).toEqual([200, true]);
  expect(await web.exited).toBe(0);
  expect(finished()).toHaveLength(before + 1);
}

test("two processes count failed sign-ins together, know at once who signed out, and let one click in by a link; who arrives at one asks the database thirty times at most; one that is asked to stop finishes what is in flight and takes nothing new", async () => {
  const counter = await countStatements(product.databaseUrl);
  const second = await startBeside(product, { DATABASE_URL: counter.url });
  const urls = [product.url, second.url];
  try {
    await expectSharedCount(urls);
    await expectSignedOut(urls);
    await expectNoState(urls);
    await expectFewStatements(second.url, counter.take);
    await expectOneClick(urls);
    await expectCleanStop(second);
    expect(second.log.troubles(second.preamble)).toEqual([]);
  } finally {
    await second.stop();
    counter.close();
  }
});

test("an invented forwarding header is no other address", async () => {
  const trySomebody = async (turn: number) => {
    const fields = { handle: `nobody-${turn}`, secret: "wrong" };
    const headers = { "x-forwarded-for": `10.0.${turn}.1` };
    return outcomeOf(await postAuth("signIn", { url: `${product.url}/sign-in`, fields, headers }));
  };
  expect(await trySomebody(1)).toBe("mismatch");
  // As if most of what one address may try had been tried.
  const ofAddress = { key: { startsWith: "address:" } };
  expect(await db.throttle.updateMany({ where: ofAddress, data: { attempts: 58 } })).toEqual({ count: 1 });
  const outcomes = await Promise.all([2, 3, 4, 5, 6].map(trySomebody));
  expect(outcomes.sort()).toEqual(["mismatch", "mismatch", "throttled", "throttled", "throttled"]);
  expect(await db.throttle.count({ where: ofAddress })).toBe(1);
});

test("an action that Next passes on to another of its pages keeps its caller's address and host", async ({
  skip,
}) => {
  skip(process.platform !== "linux", "other systems have one address for themselves");
  const counters = async () =>
    (await db.throttle.findMany({ orderBy: { key: "asc" } })).map(({ key }) => key);
  const from = (path: string) =>
    postAuth("signIn", {
      url: product.url + path,
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
