import path from "node:path";
import type { HttpProduct } from "#e2e/support/http-test.ts";
import { startWebProcess, type WebProcess } from "#e2e/support/web-process.ts";
import { testBuildDir } from "#scripts/project.ts";

/** Another web process on the database and the files of this product. */
export const startBeside = (product: HttpProduct, env: Record<string, string> = {}): Promise<WebProcess> =>
  startWebProcess({
    logFile: path.join(product.dir, `web-${crypto.randomUUID()}.log`),
    env: {
      AUTH_SECRET: product.authSecret,
      ENDPOINT_KEYS_KEY: product.endpointKeysKey,
      CARD_SIGNING_KEY: product.cardSigningKey,
      DATABASE_URL: product.databaseUrl,
      DATABASE_ACCEPTED_RISKS: "fsync,full_page_writes",
      DATA_DIR: product.dir,
      BENCHSIDE_BUILD_DIR: testBuildDir,
      LOG_LEVEL: "info",
      ...env,
    },
  });
