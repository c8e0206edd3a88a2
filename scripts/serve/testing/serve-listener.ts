import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { onTestFinished } from "vitest";
import { createListener } from "#scripts/serve/listener.ts";

type Setting = {
  application?: RequestListener;
  open?: boolean;
  publicUrl?: string | null;
  trustProxy?: number;
};

/** A listener in front of an application of the test's own, and what is logged. */
export async function serve({ application, open = true, ...setting }: Setting = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const answer: RequestListener = (request, response) => response.end(JSON.stringify(request.headers));
  const listener = createListener({
    application: application ?? answer,
    gate: { isOpen: async () => open },
    log,
    publicPaths: new Set(["/mark.svg"]),
    publicUrl: null,
    trustProxy: 0,
    ...setting,
  });
  const server = http.createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  return { lines, port, get: (path: string, init?: RequestInit) => fetch(base + path, init) };
}
