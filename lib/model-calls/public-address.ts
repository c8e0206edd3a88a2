import { BlockList, isIPv4, isIPv6 } from "node:net";

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
