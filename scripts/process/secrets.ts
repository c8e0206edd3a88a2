import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { exclusively } from "#scripts/process/exclusive-file.mjs";
import { readJsonFile, writeSecretJsonFile } from "#scripts/process/json-file.ts";
import type { readEnv } from "#lib/environment.ts";

export type Secrets = { authSecret: string; formsKey: string; keysKey: string; cardKey: string };

const make = (): Secrets => ({
  authSecret: randomBytes(32).toString("base64url"),
  formsKey: randomBytes(32).toString("base64"),
  keysKey: randomBytes(32).toString("base64"),
  cardKey: randomBytes(32).toString("base64"),
});

const isWhole = (kept: Partial<Secrets> | null): kept is Secrets =>
  Boolean(kept?.authSecret && kept.formsKey && kept.keysKey && kept.cardKey);

/** Those of the product that was started here, for commands beside it; null where it has them from outside. */
export function readSecrets(dataDir: string): Secrets | null {
  const kept = readJsonFile<Partial<Secrets>>(path.join(dataDir, "secrets.json"));
  return isWhole(kept) ? kept : null;
}

/** What isn't set from outside is made once and kept beside the data, for its owner's eyes only. What an earlier version lacked is added. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, "secrets.json");
  const kept = readJsonFile<Partial<Secrets>>(file);
  if (isWhole(kept)) return kept;
  return exclusively(path.join(dataDir, "secrets.lock"), async () => {
    const secrets: Secrets = { ...make(), ...readJsonFile<Partial<Secrets>>(file) };
    writeSecretJsonFile(file, secrets);
    return secrets;
  });
}

type Settings = ReturnType<typeof readEnv>;

/**
 * For a process without a supervisor, which would give it all of these. Keys that aren't set may be those that `npm start`
 * once made beside the data: installations have them there alone.
 */
export function requireSettings(settings: Settings): void {
  const kept = readSecrets(path.resolve(settings.dataDir));
  const fill = (name: string, given: string | null, found: string | undefined) => {
    // Next's own copy of the settings reads the environment.
    if (given === null && found !== undefined) process.env[name] = found;
    return given ?? found ?? null;
  };
  settings.authSecret = fill("AUTH_SECRET", settings.authSecret, kept?.authSecret);
  settings.endpointKeysKey = fill("ENDPOINT_KEYS_KEY", settings.endpointKeysKey, kept?.keysKey);
  settings.cardSigningKey = fill("CARD_SIGNING_KEY", settings.cardSigningKey, kept?.cardKey);
  const missing = Object.entries({
    DATABASE_URL: settings.databaseUrl,
    AUTH_SECRET: settings.authSecret,
    ENDPOINT_KEYS_KEY: settings.endpointKeysKey,
    CARD_SIGNING_KEY: settings.cardSigningKey,
  }).flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length === 0) return;
  for (const name of missing) console.error(`${name} is not set`);
  console.error("All processes of an installation need the same: docs/operate.md, Larger installations");
  process.exit(1);
}
