import { judgeHost, type AllowedHosts, type HostVerdict } from "#lib/model-calls/allowed-hosts.ts";
import { Fault } from "#lib/model-calls/fault.ts";
import type { Reach } from "#lib/model-calls/schema.ts";

type Open = Extract<HostVerdict, "named" | "public">;

/** Throws unless the address and its key can be sent to, as far as that is known before a connection is made. */
export function requireHost({ address, key }: Reach, allowed: AllowedHosts): Open {
  const refused = (detail: string) => new Fault({ failure: "refused", isHopeless: true, detail });
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw refused(
      "The address isn’t one that can be called: write it as https://HOST/PATH, without a key in it.",
    );
  // An error about such a header would quote it.
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw refused("The key has characters that can’t be sent: enter it anew, without blanks around it.");
  const verdict = judgeHost(url, allowed);
  if (verdict === "named" || verdict === "public") return verdict;
  throw explainHost(verdict, url.host);
}

/** What the rules for hosts say no to. */
export function explainHost(verdict: Exclude<HostVerdict, Open>, host: string): Fault {
  const reasons = {
    private: `${host} is at a private address: an operator can allow it by name in MODEL_HOSTS.`,
    unnamed: `${host} isn’t among the hosts that may be called: an operator can add it to MODEL_HOSTS.`,
    plain: `${host} would be called without TLS: use https, or let an operator allow it by name in MODEL_HOSTS.`,
  };
  return new Fault({ failure: "refused", isHopeless: true, detail: reasons[verdict] });
}
