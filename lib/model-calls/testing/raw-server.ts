import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type RawServer = { port: number; close: () => Promise<void> };

/** A server that answers as a test says, on this machine. */
export async function startRawServer(
  answer: RequestListener,
  server: Pick<Server, "on" | "listen" | "address" | "close" | "closeAllConnections"> = createServer(),
): Promise<RawServer> {
  server.on("request", answer);
  server.listen(0, "127.0.0.1");
  await once(server as Server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server as Server, "close");
    },
  };
}
