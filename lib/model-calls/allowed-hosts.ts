import { isIP } from "node:net";
import { isPublicAddress } from "#lib/model-calls/public-address.ts";

type NamedHost = { host: string; port: number | null };

/** Which hosts may be called. A named one may be private, and be spoken to without TLS. */
export type AllowedHosts = { everyPublic: boolean; named: readonly NamedHost[] };

/** What stands in MODEL_HOSTS: hosts with or without a port, with commas between, and * for every public one. */
export function readAllowedHosts(text: string): AllowedHosts | null {
  const entries = text.split(",").map((entry) => entry.trim());
  const named = entries.filter((entry) => entry !== "*").map(readNamedHost);
  if (named.includes(null)) return null;
  return { everyPublic: entries.includes("*"), named: named.filter((host) => host !== null) };
}

function readNamedHost(entry: string): NamedHost | null {
  const [, host = "", port] = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\*]+)(?::(\d{1,5}))?$/i.exec(entry) ?? [];
  if (!URL.canParse(`http://${host}`) || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return null;
  return { host: nameOf(new URL(`http://${host}`)), port: port === undefined ? null : Number(port) };
}

/** As the rules compare it; "localhost." is localhost. */
const nameOf = (url: URL) => url.hostname.replace(/\.$/, "");

const portOf = (url: URL) => Number(url.port || (url.protocol === "https:" ? 443 : 80));

/**
 * `named`: wherever it leads. `public`: only if the address that a connection really goes to is public, which is known when
 * it is made. Else why not: it isn't among those that are named, is private, or would be spoken to without TLS.
 */
export type HostVerdict = "named" | "public" | "unnamed" | "private" | "plain";

export function judgeHost(url: URL, { everyPublic, named }: AllowedHosts): HostVerdict {
  const host = nameOf(url);
  const isNamed = named.some((one) => one.host === host && (one.port === null || one.port === portOf(url)));
  if (isNamed) return "named";
  if (!everyPublic) return "unnamed";
  const literal = host.replace(/^\[|\]$/g, "");
  if (isIP(literal) > 0 && !isPublicAddress(literal)) return "private";
  return url.protocol === "https:" ? "public" : "plain";
}
