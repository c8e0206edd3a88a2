import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { exclusively } from "#scripts/process/exclusive-file.mjs";
import { readJsonFile, writeSecretJsonFile } from "#scripts/process/json-file.ts";

type Secrets = { authSecret: string; formsKey: string };

/** What isn't set from outside is made once and kept beside the data, for its owner's eyes only. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, "secrets.json");
  const kept = readJsonFile<Partial<Secrets>>(file);
  if (kept?.authSecret && kept.formsKey) return { authSecret: kept.authSecret, formsKey: kept.formsKey };
  return exclusively(path.join(dataDir, "secrets.lock"), async () => {
    const secrets: Secrets = {
      authSecret: randomBytes(32).toString("base64url"),
      formsKey: randomBytes(32).toString("base64"),
      ...readJsonFile<Partial<Secrets>>(file),
    };
    writeSecretJsonFile(file, secrets);
    return secrets;
  });
}
