import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { atEnd } from "#bench/support/clean-up.ts";
import { Instance } from "#bench/support/drill/instance.ts";
import { openNginx, siteName } from "#bench/support/drill/nginx.ts";
import { temporaryFolder } from "#bench/support/folder.ts";
import { openOwnServer } from "#bench/support/drill/own-server.ts";
import { openSittingLink } from "#bench/support/sitting/study.ts";
import { openLine } from "#lib/testing/database-line.ts";
import { testBuildDir, projectRoot } from "#scripts/project.ts";
import { findQuietPort } from "#scripts/process/ports.ts";
import { buildWhenStale } from "#scripts/supervise/build.ts";

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** So small that it can be filled in a second, in memory. */
const diskMb = 700;

/** Everything as docs/operate.md sets it up, but for systemd: the supervisors here are started again by the drill. */
export async function openStage() {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    throw new Error("the drill mounts a small disk: it needs Linux, and root");
  const { signal } = new AbortController();
  await buildWhenStale(projectRoot, testBuildDir, { signal });
  const root = temporaryFolder();
  const disk = path.join(root, "disk");
  mkdirSync(disk, { mode: 0o755 });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMb}m,mode=755`, "tmpfs", disk]);
  atEnd(() => execFileSync("umount", ["--lazy", disk]));
  const server = await openOwnServer(disk, root);
  const link = await openSittingLink(server);

  const line = await openLine(server.appUrl);
  atEnd(() => line.close());
  const metricsToken = randomBytes(32).toString("base64url");
  const env = {
    AUTH_SECRET: randomBytes(32).toString("base64url"),
    BENCHSIDE_BUILD_DIR: testBuildDir,
    BENCHSIDE_DEMO: "0",
    BENCHSIDE_URL: `https://${siteName}`,
    ...server.settings,
    DATABASE_URL: line.url,
    DATA_DIR: server.dataDir,
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    METRICS_TOKEN: metricsToken,
    TRUST_PROXY: "1",
  };
  const instances: Instance[] = [];
  // The first one has the worker.
  for (const workers of ["1", "0"]) {
    const port = await findQuietPort();
    const logFile = path.join(root, `instance-${port}.log`);
    const instance = new Instance({ port, logFile, env: { ...env, WORKERS: workers } });
    atEnd(() => instance.stop());
    await instance.start();
    instances.push(instance);
  }
  const [first, second] = instances as [Instance, Instance];
  const nginx = await openNginx(root, [first.port, second.port]);
  return { root, server, disk, line, first, second, nginx, link, metricsToken };
}
