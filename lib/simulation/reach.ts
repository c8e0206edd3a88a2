import { setTimeout as delay } from "node:timers/promises";
import { env } from "#lib/env.ts";
import { openBrowser } from "#lib/simulation/browser.ts";

export type ServerAddress = { baseUrl: string; via: string };

const everyAddress: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** The product of this machine, and where that doesn't answer, the one that people's browsers know. */
export function listAddresses(): ServerAddress[] {
  const { host, port, baseUrl, publicUrl } = env;
  const own = `http://${everyAddress[host] ?? (host.includes(":") ? `[${host}]` : host)}:${port}`;
  // Behind a proxy the product knows itself by its public address alone.
  const here = { baseUrl: publicUrl ?? own, via: own };
  return publicUrl ? [here, { baseUrl, via: baseUrl }] : [here];
}

/** The first that says it is well; null where none does in time. */
export async function reachProduct(
  addresses: readonly ServerAddress[],
  { withinMs, signal }: { withinMs: number; signal?: AbortSignal },
): Promise<ServerAddress | null> {
  const until = performance.now() + withinMs;
  for (;;) {
    for (const address of addresses) if (await isWell(address, signal)) return address;
    if (performance.now() >= until) return null;
    await delay(500, undefined, { signal });
  }
}

async function isWell({ baseUrl, via }: ServerAddress, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    const { status, text } = await openBrowser(baseUrl, { via, signal }).ask("GET", "/api/health");
    return status === 200 && text.startsWith("{");
  } catch (error) {
    if (signal?.aborted) throw error;
    return false;
  }
}
