import { ask } from "#e2e/support/ask.ts";
import { addPerson } from "#e2e/support/people.ts";
import { enterBy, expectHeading, signInWithPassword } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("every request is one line, under the id its answer carries", async ({ product }) => {
  for (const [method, path, status] of [
    ["GET", "/sign-in", 200],
    ["GET", "/nowhere", 404],
    ["POST", "/api/health", 405],
    ["GET", "/api/health", 200],
  ] as const) {
    const { headers } = await ask(`${product.url}${path}?private=yes`, { method });
    const requestId = String(headers["x-request-id"]);
    await expect.poll(() => product.web.log.requests(requestId)).toHaveLength(1);
    const [line] = product.web.log.requests(requestId);
    expect(line).toMatchObject({ method, path, status, ms: expect.any(Number), bytes: expect.any(Number) });
  }
  expect(product.web.log.text()).not.toContain("private=yes");
});

test("a client can't choose the id", async ({ product }) => {
  const { headers } = await ask(`${product.url}/sign-in`, { headers: { "x-request-id": "mine" } });
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("neither links nor secrets nor cookies get into the log", async ({
  page,
  newDevice,
  context,
  product,
}) => {
  const secret = `seven quiet herons ${crypto.randomUUID()}`;
  const { name, handle, linkPath } = await addPerson("admin", { secret });
  await enterBy(page, linkPath, name);
  await expectHeading(page, t("admin.title"));
  const other = await newDevice();
  await other.goto("/sign-in");
  await signInWithPassword(other, handle, secret);
  await expectHeading(other, t("admin.title"));
  const cookie = (await context.cookies()).find((one) => one.name === "benchside")?.value ?? "none";
  const log = product.web.log.text();
  expect(log).toContain("/enter/[token]");
  for (const word of [linkPath.replace("/enter/", ""), secret, cookie])
    expect(log.includes(word)).toBe(false);
});

test("however the address of a link is written, its secret is in no line, and no address makes a line of its own", async ({
  product,
}) => {
  const secret = `s3cret${crypto.randomUUID()}`;
  const forged = "%0A%7B%22level%22%3A%22error%22%7D";
  const written = [
    "/enter%2F",
    "/ENTER/",
    "//enter//",
    "/enter;x/",
    "/join/a/",
    "/%2565nter%252F",
    "/enter/enter/",
  ];
  for (const start of written)
    await ask(`${product.url}${start}${secret}${forged}`, { headers: { referer: secret } });
  await ask(`${product.url}/_next/image?url=%2Fenter%2F${secret}${forged}&w=64&q=75`);
  const { headers } = await ask(`${product.url}/nowhere${forged}`);
  await expect.poll(() => product.web.log.requests(String(headers["x-request-id"]))).toHaveLength(1);
  expect(product.web.log.text()).not.toContain(secret);
  expect(product.web.log.lines().filter(({ requestId }) => requestId === undefined)).toEqual([]);
});
