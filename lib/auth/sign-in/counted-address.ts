import { isIPv4, isIPv6 } from "node:net";

/** The address that limits count. A line to the network has one IPv4 address, and of IPv6 a whole /64: so that is one. */
export function countedAddress(address: string): string {
  const plain = address.trim().replace(/%.*/s, "");
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return "unknown";
  const groups = groupsOf(plain);
  return ipv4Within(groups) ?? `${groups.slice(0, 4).map(hex).join(":")}::/64`;
}

const hex = (group: number) => group.toString(16);

function groupsOf(address: string): number[] {
  const [head, tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [left, right] = [head, tail].map((half) => (half ? half.split(":") : []));
  const missing = 8 - left!.length - right!.length;
  return [...left!, ...Array<string>(missing).fill("0"), ...right!].map((group) => parseInt(group, 16));
}

/** "::ffff:203.0.113.9", as a socket for both kinds calls a caller by IPv4. */
function ipv4Within(groups: number[]): string | null {
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join(".")
    : null;
}
