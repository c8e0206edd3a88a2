import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import path from "node:path";
import { builtActions } from "#e2e/access-matrix/built.ts";
import { postAction } from "#e2e/access-matrix/post-action.ts";
import { ask } from "#e2e/support/ask.ts";
import { addPerson } from "#e2e/support/people.ts";
import { expect, test } from "#e2e/support/test.ts";
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
};

for (const [name, wrong, allowed] of [
  ["PORT", "eighty", "a whole number from 1 to 65535"],
  ["AUTH_SECRET", "short-secret", "32 characters or more"],
  ["DATABASE_URL", "mysql://app:hidden-password@db/x", "postgresql://"],
  ["BENCHSIDE_URL", "study.example.org", "https://study.example.org"],
] as const) {
  test(`a wrong ${name} stops the start, with its name and what is allowed`, async () => {
    const { code, said } = await startWith({ ...enough, [name]: wrong });
    expect(code).toBe(1);
    expect(said).toContain(name);
    expect(said).toContain(allowed);
    expect(said).not.toMatch(/hidden-password|short-secret/);
  });
}

for (const name of ["DATABASE_URL", "AUTH_SECRET"] as const) {
  test(`without ${name} the web process doesn't start, and says what is missing`, async () => {
    const { code, said } = await startWith({ ...enough, [name]: "" });
    expect(code).toBe(1);
    expect(said).toContain(`${name} is not set`);
  });
}

test("behind https the cookie is secure, and browsers are told to stay there", async ({ product }) => {
  const web = await product.addProcess({ BENCHSIDE_URL: "https://study.example.org" });
  const { linkPath } = await addPerson("participant");
  const action = builtActions.find(({ name }) => name.endsWith("#enter"));
  if (!action) throw new Error("enter is not built");
  const fields = { token: linkPath.replace("/enter/", "") };
  const headers = { host: "study.example.org", origin: "https://study.example.org" };
  const answer = await postAction({ url: web.url + linkPath, action, fields, headers });
  const cookie = String(answer.headers["set-cookie"]);
  expect(cookie).toMatch(/^__Host-benchside=/);
  for (const part of ["Secure", "HttpOnly", "SameSite=lax", "Path=/"]) expect(cookie).toContain(part);
  const { headers: page } = await ask(`${web.url}/sign-in`);
  expect(page["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
  const elsewhere = { origin: `http://127.0.0.1:${web.port}` };
  expect((await postAction({ url: web.url + linkPath, action, fields, headers: elsewhere })).status).toBe(
    403,
  );
  await web.stop();
});

test("the gallery is closed unless it is opened", async ({ product }) => {
  const web = await product.addProcess({ BENCHSIDE_GALLERY: "0" });
  expect((await ask(`${web.url}/gallery`)).status).toBe(404);
  await web.stop();
});
