import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { exclusively } from "#scripts/process/exclusive-file.mjs";
import { readJsonFile, writeSecretJsonFile } from "#scripts/process/json-file.ts";

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
