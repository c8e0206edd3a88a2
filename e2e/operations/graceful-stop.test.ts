import pg from "pg";
import { ask } from "#e2e/support/ask.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("a process that is asked to stop finishes what is in flight and takes nothing new", async ({
  product,
}) => {
  const web = await product.addProcess();
  const { cookie } = await signIn(await addPerson("admin"));
  const owner = new pg.Client({ connectionString: product.ownerUrl });
  await owner.connect();
  // Holds the page back where it counts people.
  await owner.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE");
  const inFlight = ask(`${web.url}/admin`, { cookie: `${cookie.name}=${cookie.value}` });
  const waiting = "SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted";
  const observer = new pg.Client({ connectionString: product.ownerUrl });
  await observer.connect();
  await expect.poll(async () => (await observer.query<{ n: number }>(waiting)).rows[0]?.n).toBeGreaterThan(0);
  await observer.end();

  web.signal("SIGTERM");
  await expect
    .poll(() => ask(`${web.url}/sign-in`).catch((error: { code: string }) => error.code))
    .toBe("ECONNREFUSED");
  await owner.query("COMMIT");
  await owner.end();

  const answer = await inFlight;
  expect(answer.status).toBe(200);
  expect(answer.text).toContain(t("admin.title"));
  expect(await web.exited).toBe(0);
  expect(web.log.lines().filter(({ path, status }) => path === "/admin" && status === 200)).toHaveLength(1);
});

test("connections that are open but silent don't hold up a stop", async ({ product, newDevice }) => {
  const web = await product.addProcess();
  const page = await newDevice({ baseURL: web.url });
  await page.goto("about:blank");
  const sockets = await Promise.all(
    [1, 2, 3].map(() => fetch(`${web.url}/icon.svg`).then((one) => one.text())),
  );
  expect(sockets).toHaveLength(3);
  const since = performance.now();
  await web.stop();
  expect(performance.now() - since).toBeLessThan(5000);
});
