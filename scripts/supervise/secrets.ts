import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { exclusively } from "#scripts/process/exclusive-file.mjs";
import { readJsonFile, writeSecretJsonFile } from "#scripts/process/json-file.ts";

type Secrets = { authSecret: string };

/** What isn't set from outside is made once and kept beside the data, for its owner's eyes only. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, "secrets.json");
  const kept = readJsonFile<Secrets>(file);
  if (kept) return kept;
  return exclusively(path.join(dataDir, "secrets.lock"), async () => {
    const secrets = readJsonFile<Secrets>(file) ?? { authSecret: randomBytes(32).toString("base64url") };
    writeSecretJsonFile(file, secrets);
    return secrets;
  });
}
