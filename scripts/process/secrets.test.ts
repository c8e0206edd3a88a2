import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test, afterEach, vi } from "vitest";
import { variables, readEnv } from "#lib/environment.ts";
import { loadSecrets, readSecrets, requireSettings } from "#scripts/process/secrets.ts";
import { temporaryFolder } from "#scripts/testing/folders.ts";

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

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const url = "postgresql://app:password@db:5432/benchside";
const names = ["AUTH_SECRET", "ENDPOINT_KEYS_KEY", "CARD_SIGNING_KEY"] as const;

test("keys that aren't set are those an earlier start has kept, for this process and for Next's copy of the settings", async () => {
  for (const name of names) vi.stubEnv(name, undefined);
  const dataDir = temporaryFolder();
  const kept = await loadSecrets(dataDir);
  const authSecret = "given".repeat(10);
  const settings = readEnv({ DATABASE_URL: url, DATA_DIR: dataDir, AUTH_SECRET: authSecret });
  requireSettings(settings);
  expect(settings).toMatchObject({
    authSecret,
    endpointKeysKey: kept.keysKey,
    cardSigningKey: kept.cardKey,
  });
  expect(names.map((name) => process.env[name])).toEqual([undefined, kept.keysKey, kept.cardKey]);
});

test("without them the process ends, and makes none: others would have made their own", () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  requireSettings(readEnv({ DATABASE_URL: url, DATA_DIR: temporaryFolder() }));
  expect(exit).toHaveBeenCalledWith(1);
  const lines = said.mock.calls.map(([line]) => String(line));
  expect(lines.slice(0, 3)).toEqual(names.map((name) => `${name} is not set`));
});
