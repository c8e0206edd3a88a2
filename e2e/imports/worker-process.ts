import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#scripts/project.ts";
import type { Product } from "#e2e/support/product.ts";

type RunningProduct = Pick<
  Product,
  "dir" | "port" | "databaseUrl" | "authSecret" | "endpointKeysKey" | "cardSigningKey"
>;

/** A worker of the product as `npm start` runs it; a stop by any signal is waited for. */
export function startWorker(product: RunningProduct) {
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const output = openSync(path.join(product.dir, "worker.log"), "a");
  const script = path.join(projectRoot, "scripts/worker.ts");
  const child = spawn(process.execPath, ["--conditions=react-server", script], {
    cwd: projectRoot,
    env: {
      ...inherited,
      NODE_ENV: "production",
      DATABASE_URL: product.databaseUrl,
      AUTH_SECRET: product.authSecret,
      ENDPOINT_KEYS_KEY: product.endpointKeysKey,
      CARD_SIGNING_KEY: product.cardSigningKey,
      DATA_DIR: product.dir,
      // Where its simulated people go.
      PORT: String(product.port),
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const exited = once(child, "exit");
  return {
    async end(signal: NodeJS.Signals): Promise<void> {
      child.kill(signal);
      await exited;
    },
  };
}
