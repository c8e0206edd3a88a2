import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { variables } from "#lib/environment-variables.ts";
import { loadSecrets, readSecrets } from "#scripts/process/secrets.ts";

const folder = mkdtempSync(path.join(tmpdir(), "benchside-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("secrets are made once, as their variables would be taken, for their owner’s eyes", async () => {
  const dir = path.join(folder, "new");
  const [made, same] = await Promise.all([loadSecrets(dir), loadSecrets(dir)]);
  expect(await loadSecrets(dir)).toEqual(made);
  expect(same).toEqual(made);
  expect(variables.AUTH_SECRET.check.parse(made.authSecret)).toBe(made.authSecret);
  expect(variables.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY.check.parse(made.formsKey)).toBe(made.formsKey);
  expect(variables.ENDPOINT_KEYS_KEY.check.parse(made.keysKey)).toBe(made.keysKey);
  expect(variables.CARD_SIGNING_KEY.check.parse(made.cardKey)).toBe(made.cardKey);
  expect(new Set(Object.values(made)).size).toBe(4);
  expect(statSync(path.join(dir, "secrets.json")).mode & 0o777).toBe(0o600);
});

test("what an earlier version lacked is added, and what it had stays", async () => {
  const earlier = { authSecret: "a".repeat(43), formsKey: `${"b".repeat(43)}=` };
  writeFileSync(path.join(folder, "secrets.json"), JSON.stringify(earlier));
  const secrets = await loadSecrets(folder);
  expect(secrets).toMatchObject(earlier);
  expect(secrets.keysKey).toHaveLength(44);
  expect(secrets.cardKey).toHaveLength(44);
  expect(JSON.parse(readFileSync(path.join(folder, "secrets.json"), "utf8"))).toEqual(secrets);
});

test("a command beside the product reads what that keeps, and makes nothing", async () => {
  const dir = path.join(folder, "beside");
  expect(readSecrets(dir)).toBeNull();
  expect(existsSync(dir)).toBe(false);
  const made = await loadSecrets(dir);
  expect(readSecrets(dir)).toEqual(made);
});
