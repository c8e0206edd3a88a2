import path from "node:path";
import type { readEnv } from "#lib/environment.ts";
import { readSecrets } from "#scripts/process/secrets.ts";

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
