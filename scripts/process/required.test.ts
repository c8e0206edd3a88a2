import { afterEach, expect, test, vi } from "vitest";
import { readEnv } from "#lib/environment.ts";
import { requireSettings } from "#scripts/process/required.ts";
import { loadSecrets } from "#scripts/process/secrets.ts";
import { temporaryFolder } from "#scripts/testing/folders.ts";

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
