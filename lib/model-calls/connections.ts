import { lookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent } from "undici";
import { processSingleton } from "#lib/process-singleton.ts";
import { isPublicAddress } from "#lib/model-calls/allowed-hosts.ts";

/** The code of the error for a name that leads to a private address alone. */
export const privateAddressCode = "EPRIVATEADDRESS";

/** How a name is resolved, as node:dns does it. */
type Resolve = (
  name: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Gives a connection the public addresses of a name and no others: what it said before, or will say later, doesn't count. */
export function lookUpPublic(resolve: Resolve): LookupFunction {
  return (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const open = (addresses ?? []).filter(({ address }) => isPublicAddress(address));
      const [first] = open;
      if (error) done(error, "");
      else if (!first) done(Object.assign(new Error("private"), { code: privateAddressCode }), "");
      else if (options.all) done(null, open);
      else done(null, first.address, first.family);
    });
}

// How long an answer takes is the caller's to say, for the whole call.
const patient = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };
// Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
const checked = { timeout: 20_000, rejectUnauthorized: true };

const agents = {
  named: () => new Agent({ ...patient, connect: checked }),
  public: () => new Agent({ ...patient, connect: { ...checked, lookup: lookUpPublic(lookup) } }),
};

export const connectionsTo = (verdict: "named" | "public"): Agent =>
  processSingleton(`model-calls ${verdict}`, agents[verdict]);
