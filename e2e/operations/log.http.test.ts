import { builtActions } from "#e2e/access-matrix/built.ts";
import { borrowSample } from "#e2e/access-matrix/callers.ts";
import { postAction } from "#e2e/access-matrix/post-action.ts";
import { postAuth } from "#e2e/support/auth-actions.ts";
import { ask } from "#e2e/support/ask.ts";
import { addPerson } from "#e2e/support/people.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";

test("every request is one line, under the id its answer carries, which a client can’t choose", async () => {
  for (const [method, path, status] of [
    ["GET", "/sign-in", 200],
    ["GET", "/nowhere", 404],
    ["POST", "/api/health", 405],
    ["GET", "/api/health", 200],
  ] as const) {
    const chosen = { "x-request-id": "mine" };
    const { headers } = await ask(`${product.url}${path}?private=yes`, { method, headers: chosen });
    const requestId = String(headers["x-request-id"]);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    await expect.poll(() => product.log.requests(requestId)).toHaveLength(1);
    const [line] = product.log.requests(requestId);
    expect(line).toMatchObject({ method, path, status, ms: expect.any(Number), bytes: expect.any(Number) });
  }
  expect(product.log.text()).not.toContain("private=yes");
});

test("who tries a door of another role is named, whether it is a page, a program’s address or a form", async () => {
  const sample = await borrowSample("participant");
  const { cookie, self } = sample;
  const action = builtActions.find(({ name }) => name.endsWith("#signOutUser"));
  if (!action || !self) throw new Error("nobody asks for anything");
  const fields = { userId: sample.target.id };
  const answers = [
    await ask(`${product.url}/admin`, { cookie }),
    await ask(`${product.url}/api/v1/studies`, { cookie }),
    await ask(`${product.url}/api/jobs/${crypto.randomUUID()}`, { cookie }),
    await postAction({ url: `${product.url}/sign-in`, action, cookie, fields }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200]);
  for (const { headers } of answers) {
    const requestId = String(headers["x-request-id"]);
    const listRefusals = () =>
      product.log.lines().filter((line) => line.requestId === requestId && "refused" in line);
    await expect.poll(listRefusals).toHaveLength(1);
    expect(listRefusals()).toMatchObject([{ refused: "not_allowed", userId: self.id, role: "participant" }]);
  }
});

test("neither links nor secrets nor cookies get into the log", async () => {
  const secret = `seven quiet herons ${crypto.randomUUID()}`;
  const { handle, linkPath } = await addPerson("admin", { secret });
  const token = linkPath.replace("/enter/", "");
  const enterBy = async (path: string, name: "enter" | "signIn", fields: Record<string, string>) => {
    expect((await ask(product.url + path)).status).toBe(200);
    const { headers } = await postAuth(name, { url: product.url + path, fields });
    const cookie = /benchside=[^;]+/.exec(String(headers["set-cookie"]))?.[0] ?? "none";
    const next = { cookie, headers: { referer: product.url + path } };
    expect((await ask(`${product.url}/admin`, next)).status).toBe(200);
    return cookie.replace("benchside=", "");
  };
  const cookies = [
    await enterBy(linkPath, "enter", { token }),
    await enterBy("/sign-in", "signIn", { handle, secret }),
  ];
  const log = product.log.text();
  expect(log).toContain("/enter/[token]");
  for (const word of [token, secret, ...cookies]) expect(log.includes(word)).toBe(false);
});

test("however the address of a link is written, its secret is in no line, and no address makes a line of its own", async () => {
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
  await expect.poll(() => product.log.requests(String(headers["x-request-id"]))).toHaveLength(1);
  expect(product.log.text()).not.toContain(secret);
  expect(product.log.lines().filter(({ requestId }) => requestId === undefined)).toEqual([]);
});
