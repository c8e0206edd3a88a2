import { canShareAPort, isPortFree } from "#scripts/process/ports.ts";
import { until } from "#scripts/process/until.mjs";

/** An instance that was just killed still has to notice it, so a taken port gets a little time. */
const PORT_SECONDS = 12;
const HEALTH_SECONDS = 90;

type Port = { isShared: boolean; signal: AbortSignal };

export async function requirePort(host: string, port: number, { isShared, signal }: Port): Promise<void> {
  if (isShared && !(await canShareAPort()))
    throw new Error("WEB_PROCESSES: several processes can’t share a port on this system; set it to 1");
  const isFree = () => signal.aborted || isPortFree(port, host);
  let free: true | null;
  try {
    free = await until(isFree, { seconds: PORT_SECONDS, everyMs: 200 });
  } catch (error) {
    throw new Error(`cannot listen on HOST=${host} PORT=${port}: ${(error as Error).message}`);
  }
  if (free) return;
  throw new Error(
    `PORT ${port} on ${host} is in use by another program: stop it, or choose another port (PORT=${port + 1} npm start)`,
  );
}

/** Waits until the product says of itself that all is well. */
export async function untilHealthy(host: string, port: number, signal: AbortSignal): Promise<void> {
  const wildcard: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const address = `http://${wildcard[host] ?? (host.includes(":") ? `[${host}]` : host)}:${port}/api/health/ready`;
  let last = "no answer";
  const ask = async () => {
    signal.throwIfAborted();
    try {
      const response = await fetch(address, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
      });
      last = `${response.status} ${await response.text()}`;
      return response.status === 200;
    } catch (error) {
      last = (error as Error).message;
      return false;
    }
  };
  if (await until(ask, { seconds: HEALTH_SECONDS, everyMs: 50 })) return;
  throw new Error(
    `the product did not become healthy within ${HEALTH_SECONDS} s; /api/health/ready says: ${last}`,
  );
}
