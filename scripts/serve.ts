import { existsSync, readdirSync } from "node:fs";
import type { Socket } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";
import next from "next";
import { watchdogOf } from "#lib/database/connection-watchdog.ts";
import { env } from "#lib/env.ts";
import { removeStaleScratch } from "#lib/files/scratch.ts";
import { log } from "#lib/log.ts";
import { answerSupervisor, stopReporting } from "#lib/monitoring/gather.ts";
import { openOwnMetricsPort } from "#lib/monitoring/scraping.ts";
import { projectRoot } from "#scripts/project.ts";
import { onParentGone, startBeating, onStopSignal } from "#scripts/process/stop-signals.mjs";
import { requireSettings } from "#scripts/process/secrets.ts";
import { registerUser } from "#scripts/process/users.ts";
import { connectionLimits, connectionsAtMost, createPatientServer } from "#scripts/serve/connections.ts";
import { DatabaseGate } from "#scripts/serve/database-gate.ts";
import { createListener } from "#scripts/serve/listener.ts";
import { servingFolder } from "#scripts/supervise/build.ts";

const LAST_CALL_MS = 10_000;

startBeating();
const dev = process.argv.includes("--dev");
const { databaseUrl, host, port, publicUrl, trustProxy } = env;
requireSettings(env);
if (!dev && !existsSync(path.join(projectRoot, env.buildDir, "BUILD_ID"))) {
  console.error(`there is no build in ${env.buildDir}: run \`npm run build\` first`);
  process.exit(1);
}
await removeStaleScratch();
const gate = new DatabaseGate(databaseUrl ?? "", () => watchdogOf(databaseUrl ?? "").suspect());
const connections = connectionsAtMost(env.maxConnections);
const server = createPatientServer({ ...connectionLimits, connections });
const app = next({ dev, dir: projectRoot, hostname: host, port, httpServer: server });
await app.prepare();
answerSupervisor();
if (!dev) registerUser(servingFolder(projectRoot, env.buildDir));
await openOwnMetricsPort("web", env);

// The addresses of files that need no database.
const publicFiles = readdirSync(path.join(projectRoot, "public"), { recursive: true, encoding: "utf8" });
const publicPaths = new Set(publicFiles.map((file) => `/${file.split(path.sep).join("/")}`));
const application = app.getRequestHandler();
server.on("request", createListener({ application, gate, log, publicPaths, publicUrl, trustProxy, dev }));
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
server.listen({ port, host });
