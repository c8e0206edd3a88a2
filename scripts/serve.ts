import type { Socket } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";
import next from "next";
import { watchdogOf } from "#lib/database/connection-watchdog.ts";
import { env } from "#lib/env.ts";
import { removeStaleScratch } from "#lib/files/scratch.ts";
import { log } from "#lib/log.ts";
import { answerSupervisor, stopReporting } from "#lib/monitoring/gather.ts";
import { projectRoot } from "#scripts/project.ts";
import { startBeating } from "#scripts/process/beat.mjs";
import { onParentGone } from "#scripts/process/parent.mjs";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";
import { connectionLimits, connectionsAtMost, createPatientServer } from "#scripts/serve/connections.ts";
import { DatabaseGate } from "#scripts/serve/database-gate.ts";
import { keepBuild, withEarlierBuilds } from "#scripts/serve/builds/earlier-builds.ts";
import { createListener } from "#scripts/serve/listener.ts";
import { listPublicPaths } from "#scripts/serve/public-files.ts";
import { markServing } from "#scripts/serve/builds/serving.ts";

const LAST_CALL_MS = 10_000;

const dev = process.argv.includes("--dev");
const { authSecret, databaseUrl, host, maxConnections, port, publicUrl, trustProxy } = env;
const perAddress = env.maxConnectionsPerAddress;
if (!databaseUrl) throw new Error("DATABASE_URL is not set: the web process is started by npm start");
if (!authSecret) throw new Error("AUTH_SECRET is not set: the web process is started by npm start");

startBeating();
await removeStaleScratch();
const gate = new DatabaseGate(databaseUrl, () => watchdogOf(databaseUrl).suspect());
const limits = { ...connectionLimits, all: connectionsAtMost(maxConnections), perAddress };
const server = createPatientServer(limits, trustProxy);
const app = next({ dev, dir: projectRoot, hostname: host, port, httpServer: server });
await app.prepare();
answerSupervisor();

const builds = { buildFolder: path.join(projectRoot, env.buildDir), dataDir: env.dataDir };
if (!dev) {
  markServing(projectRoot, env.buildDir);
  try {
    keepBuild(builds.buildFolder, builds.dataDir);
  } catch (error) {
    log.warn({ err: error }, "this build is not kept for pages that are open at the next upgrade");
  }
}

const publicPaths = listPublicPaths(projectRoot);
const listener = createListener({
  application: withEarlierBuilds(app.getRequestHandler(), builds),
  gate,
  log,
  publicPaths,
  publicUrl,
  trustProxy,
  perAddress,
  dev,
  innerSecret: authSecret,
});
server.on("request", listener);
server.on("request", (_request, response) => {
  // A connection kept alive would hold up the end of a server that is closing.
  response.once("close", () => stopping && setImmediate(() => server.closeIdleConnections()));
});

// In development Next takes these over for its own reloading; they outlive the HTTP server's own bookkeeping.
const upgraded = new Set<Duplex>();
server.on("upgrade", (_request, socket) => {
  if (!dev) socket.destroy();
  upgraded.add(socket);
  socket.once("close", () => upgraded.delete(socket));
});

// Browsers connect ahead of need; to Node such a silent connection is not an idle one.
const connected = new Set<Socket>();
server.on("connection", (socket) => {
  connected.add(socket);
  socket.once("close", () => connected.delete(socket));
});

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  for (const socket of upgraded) socket.destroy();
  for (const socket of connected) if (socket.bytesRead === 0) socket.destroy();
  setTimeout(() => server.closeAllConnections(), LAST_CALL_MS).unref();
  server.close(async () => {
    await stopReporting();
    await Promise.allSettled([gate.close(), app.close()]);
    process.exit(0);
  });
  server.closeIdleConnections();
}
const receive = onStopSignal(stop, () => process.exit(1));
onParentGone(receive);

server.once("error", (error) => {
  log.error({ err: error }, `cannot listen on ${host}:${port}`);
  process.exit(1);
});
server.listen({ port, host, reusePort: env.webProcesses > 1 });
