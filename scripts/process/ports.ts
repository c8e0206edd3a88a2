import net from "node:net";
import { randomInt } from "node:crypto";

export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Below the range systems take outgoing connections from, so that the port is still free after a restart. */
export async function findQuietPort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(15_000, 20_000);
    if (await isPortFree(port)) return port;
  }
  throw new Error("no free port between 15000 and 20000");
}
