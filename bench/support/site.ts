import { randomBytes } from "node:crypto";
import path from "node:path";
import { atEnd } from "#bench/support/clean-up.ts";
import type { Server } from "#bench/support/server.ts";
import { startWebProcess } from "#e2e/support/web-process.ts";
import { projectRoot, testBuildDir } from "#scripts/project.ts";
import { buildWhenStale } from "#scripts/supervise/build.ts";

/** The production build at work on a server's data, and the settings that another process of the product needs. */
export async function openSite({ folder, dataDir, appUrl }: Server) {
  await buildWhenStale(projectRoot, testBuildDir, { signal: new AbortController().signal });
  const env = {
    AUTH_SECRET: randomBytes(32).toString("base64url"),
    ENDPOINT_KEYS_KEY: randomBytes(32).toString("base64"),
    CARD_SIGNING_KEY: randomBytes(32).toString("base64"),
    DATABASE_URL: appUrl,
    DATA_DIR: dataDir,
    BENCHSIDE_BUILD_DIR: testBuildDir,
    LOG_LEVEL: "warn",
  };
  const web = await startWebProcess({ logFile: path.join(folder, "web.log"), env });
  atEnd(() => web.stop());
  return { url: web.url, port: web.port, pid: web.pid, env };
}

export type Site = Awaited<ReturnType<typeof openSite>>;
