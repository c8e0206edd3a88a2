import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import path from "node:path";
import { builtActions } from "#e2e/access-matrix/built.ts";
import { postAction } from "#e2e/access-matrix/post-action.ts";
import { addBenchmark, cookieOf, countUploads, listReceiving, send, uploadUrl } from "#e2e/imports/send.ts";
import { postAuth } from "#e2e/support/auth-actions.ts";
import { ask } from "#e2e/support/ask.ts";
import { addPerson } from "#e2e/support/people.ts";
import { startBeside } from "#e2e/operations/beside.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { projectRoot } from "#scripts/project.ts";

async function startWith(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const script = path.join(projectRoot, "scripts/serve.ts");
  const given = { PATH: process.env.PATH ?? "", NODE_ENV: "production" as const, ...env };
  const child = spawn(process.execPath, [script], { cwd: projectRoot, env: given });
  const [said, more, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code: code as number, said: said + more };
}

const enough = {
  DATABASE_URL: "postgresql://app:hidden-password@127.0.0.1:1/benchside",
  AUTH_SECRET: "a secret that is long enough to be one",
  ENDPOINT_KEYS_KEY: Buffer.alloc(32, 1).toString("base64"),
  CARD_SIGNING_KEY: Buffer.alloc(32, 2).toString("base64"),
  // Where no start has made any keys.
  DATA_DIR: path.join(projectRoot, ".next-test", "no-data"),
};

test("wrong settings stop the start, each with its name and what is allowed", async () => {
  const { code, said } = await startWith({
    PORT: "eighty",
    AUTH_SECRET: "short-secret",
    DATABASE_URL: "mysql://app:hidden-password@db/x",
    BENCHSIDE_URL: "study.example.org",
  });
  expect(code).toBe(1);
  for (const [name, allowed] of [
    ["PORT", "a whole number from 1 to 65535"],
    ["AUTH_SECRET", "32 characters or more"],
    ["DATABASE_URL", "postgresql://"],
    ["BENCHSIDE_URL", "https://study.example.org"],
  ] as const)
    expect(said).toMatch(new RegExp(`\\b${name}: got .*; allowed: .*${allowed}`));
  expect(said).not.toMatch(/hidden-password|short-secret/);
});

for (const name of ["DATABASE_URL", "AUTH_SECRET", "ENDPOINT_KEYS_KEY", "CARD_SIGNING_KEY"] as const)
  test(`without ${name} the web process doesn't start, and says what is missing`, async () => {
    const { code, said } = await startWith({ ...enough, [name]: "" });
    expect(code).toBe(1);
    expect(said).toContain(`${name} is not set`);
  });

const table = "prompt,gt,option1,option2\nWho speaks?,Anna,Anna,Boris\n";

async function expectLimit(url: string): Promise<void> {
  const { id, slug } = await addBenchmark();
  const cookie = `__Host-${await cookieOf("admin")}`;
  // Work that was killed leaves a folder for a day.
  const before = await listReceiving(product);
  const whole = Buffer.from(table.padEnd(2 ** 20, "\n"));
  const over = Buffer.concat([whole, Buffer.from("\n")]);
  const sendTo = (body: Buffer, length?: number) => send(uploadUrl(url, slug), { cookie, body, length });
  for (const length of [over.length, undefined]) {
    const answer = await sendTo(over, length);
    expect(answer).toMatchObject({ status: 413, body: { error: "too_large" } });
    expect(answer.body.message).toContain("larger than the 1 MB that can be uploaded");
  }
  expect([await countUploads(id), await listReceiving(product)]).toEqual([0, before]);
  expect(await sendTo(whole)).toMatchObject({ status: 201, body: { bytes: 2 ** 20 } });
}

test("behind https the cookie is secure, and browsers are told to stay there; UPLOAD_LIMIT_MB holds to the byte, whatever the sender says of the length; the gallery is closed unless it is opened", async () => {
  const web = await startBeside(product, {
    BENCHSIDE_URL: "https://study.example.org",
    UPLOAD_LIMIT_MB: "1",
  });
  try {
    const { linkPath } = await addPerson("participant");
    const fields = { token: linkPath.replace("/enter/", "") };
    const headers = { host: "study.example.org", origin: "https://study.example.org" };
    const answer = await postAuth("enter", { url: web.url + linkPath, fields, headers });
    const given = [answer.headers["set-cookie"]].flat().map(String);
    const names = given.map((cookie) => cookie.split("=", 1)[0]);
    expect(names.sort()).toEqual(["__Host-benchside", "__Host-benchside-device"]);
    const theme = builtActions.find(({ name }) => name.endsWith("#chooseTheme"));
    if (!theme) throw new Error("chooseTheme is not built");
    const chosen = { url: `${web.url}/sign-in`, action: theme, fields: { theme: "dark" }, headers };
    const preference = String((await postAction(chosen)).headers["set-cookie"]);
    expect(preference).toMatch(/^benchside-theme=dark;/);
    for (const cookie of [...given, preference])
      for (const part of ["Secure", "HttpOnly", "SameSite=lax", "Path=/"]) expect(cookie).toContain(part);
    const { headers: page } = await ask(`${web.url}/sign-in`);
    expect(page["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
    const elsewhere = { origin: `http://127.0.0.1:${web.port}` };
    expect((await postAuth("enter", { url: web.url + linkPath, fields, headers: elsewhere })).status).toBe(
      403,
    );
    await expectLimit(web.url);
    expect((await ask(`${web.url}/gallery`)).status).toBe(404);
    expect(web.log.troubles(web.preamble)).toEqual([]);
  } finally {
    await web.stop();
  }
});
