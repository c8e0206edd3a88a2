import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

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

type Range = readonly [from: string, bits: number];

/** What IANA's registries of special purposes keep from the public network, private and link-local addresses among it. */
const special4: readonly Range[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Of the sixth version only 2000::/3 is given out, but for these; some of them carry an address of the fourth inside. */
const given6: readonly Range[] = [["2000::", 3]];
const special6: readonly Range[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** Addresses of the fourth version in the dress of the sixth: mapped, and as translators write them. */
const dressed: readonly Range[] = [
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
];

function gather(ranges: readonly Range[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const [from, bits] of ranges) list.addSubnet(from, bits, family);
  return list;
}

const closed4 = gather(special4, "ipv4");
const open6 = gather(given6, "ipv6");
const closed6 = gather(special6, "ipv6");
const dressed6 = gather(dressed, "ipv6");

/** Whether an address is one of the public network; whatever is no address isn't. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  if (dressed6.check(address, "ipv6")) return isPublicAddress(undress(address));
  return open6.check(address, "ipv6") && !closed6.check(address, "ipv6");
}

/** The last 32 bits as an address of the fourth version. URL writes them as two groups, whatever they were written as. */
function undress(address: string): string {
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(":").slice(-2);
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group || "0", 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}
