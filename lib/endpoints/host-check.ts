import { lookup } from "node:dns/promises";
import { type AllowedHosts, isPublicAddress, judgeHost } from "#lib/model-calls/allowed-hosts.ts";

export type HostProblem = "host_private" | "host_unnamed" | "host_plain";

/** A name that is slow to be found is judged when it is called. */
const lookupMs = 2000;

/** Why no call would go to an address, told to whoever enters it rather than by the first call; null where one may. */
export async function findHostProblem(address: string, allowed: AllowedHosts): Promise<HostProblem | null> {
  const url = new URL(address);
  const verdict = judgeHost(url, allowed);
  if (verdict === "named") return null;
  if (verdict !== "public") return `host_${verdict}`;
  return (await leadsToPrivate(url.hostname)) ? "host_private" : null;
}

async function leadsToPrivate(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const late = new Promise<[]>((resolve) => setTimeout(resolve, lookupMs, []).unref());
  const found = await Promise.race([lookup(host, { all: true }).catch(() => []), late]);
  return found.length > 0 && !found.some(({ address }) => isPublicAddress(address));
}
