import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type Server } from "node:http";
import { gather, metricsType } from "#lib/monitoring/gather.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether a scraper sent the token, told in the same time whatever it sent. */
export const isScraper = (authorization: string | null | undefined, token: string): boolean =>
  timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`));

export const refusedScraper = { "www-authenticate": 'Bearer realm="metrics"', "cache-control": "no-store" };
export const metricsHeaders = { "content-type": metricsType, "cache-control": "no-store" };

type Settings = { metricsPort: number | null; metricsHost: string; metricsToken: string | null };
type Port = { port: number; host: string; token: string | null; write: () => Promise<string> };

/** A port for nothing but the metrics. Where there is a token, it is asked for here as well. */
export async function openMetricsPort({ port, host, token, write }: Port): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split("?", 1)[0];
    if (path !== "/metrics" && path !== "/api/metrics") return void response.writeHead(404).end();
    if (token !== null && !isScraper(request.headers.authorization, token))
      return void response.writeHead(401, refusedScraper).end();
    try {
      const text = await write();
      response.writeHead(200, metricsHeaders).end(text);
    } catch (error) {
      response.writeHead(503, { "content-type": "text/plain" }).end(`${(error as Error).message}\n`);
    }
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", (error) =>
    reject(new Error(`cannot listen on METRICS_HOST=${host} METRICS_PORT=${port}: ${error.message}`)),
  );
  server.listen(port, host, resolve);
  await promise;
  // One that can't be accepted, as where no file may be opened any more, is no reason to end what serves people.
  server.on("error", () => undefined);
  server.unref();
  return server;
}

/** A process that nobody supervises has nobody who could gather its numbers: it opens the port itself. */
export async function openOwnMetricsPort(
  kind: "web" | "worker",
  { metricsPort: port, metricsHost: host, metricsToken: token }: Settings,
): Promise<void> {
  if (port !== null && !process.connected)
    await openMetricsPort({ port, host, token, write: () => gather(kind) });
}
