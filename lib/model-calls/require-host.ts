import { judgeHost, type AllowedHosts, type HostVerdict } from "#lib/model-calls/allowed-hosts.ts";
import { Fault } from "#lib/model-calls/fault.ts";
import type { FaultCause, Reach } from "#lib/model-calls/schema.ts";

type Open = Extract<HostVerdict, "named" | "public">;

/** Throws unless the address and its key can be sent to, as far as that is known before a connection is made. */
export function requireHost({ address, key }: Reach, allowed: AllowedHosts): Open {
  const refused = (cause: FaultCause) => new Fault({ failure: "refused", isHopeless: true, cause });
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw refused("bad_address");
  // An error about such a header would quote it.
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) throw refused("bad_key");
  const verdict = judgeHost(url, allowed);
  if (verdict === "named" || verdict === "public") return verdict;
  throw refused(`host_${verdict}`);
}
