import { Fault } from "#lib/model-calls/fault.ts";
import { privateAddressCode } from "#lib/model-calls/connections.ts";
import { explainHost } from "#lib/model-calls/require-host.ts";

type Coded = Error & { code?: unknown; errors?: readonly unknown[] };

/** The code of the innermost error that has one: what is thrown wraps it, or gathers one for each address. */
function codeOf(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    const { code, errors } = at as Coded;
    if (typeof code === "string" && code !== "UND_ERR") return code;
    if (errors?.length) return codeOf(errors[0]);
  }
  return "";
}

const expired = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);
const unknownIssuer =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY|GET)_.*|CERT_UNTRUSTED)$/;

/** What broke before an answer began. */
export function explainNetworkFault(error: unknown, host: string): Fault {
  const code = codeOf(error);
  const refused = (detail: string) => new Fault({ failure: "refused", isHopeless: true, detail });
  if (code === privateAddressCode) return explainHost("private", host);
  if (expired.has(code))
    return refused(`The certificate of ${host} has expired or isn’t valid yet: it has to be renewed there.`);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return refused(`The certificate is for another name than ${host}: check the address.`);
  if (unknownIssuer.test(code))
    return refused(
      `The certificate of ${host} is signed by nobody this server trusts: name its authority in NODE_EXTRA_CA_CERTS.`,
    );
  if (code === "EPROTO" || code.startsWith("ERR_SSL"))
    return refused(`${host} doesn’t speak TLS there: check whether the address begins with http or https.`);
  if (code.startsWith("HPE_") || code === "UND_ERR_HEADERS_OVERFLOW")
    return refused(`What answers at ${host} isn’t a web server: check the address and its port.`);
  // Ports of other services, mail's among them, which no browser calls either.
  if (error instanceof Error && error.cause instanceof Error && error.cause.message === "bad port")
    return refused(
      `The port of ${host} is kept for another service and isn’t called: let the server use another.`,
    );
  return new Fault({ failure: "server", detail: explainSilence(code, host) });
}

function explainSilence(code: string, host: string): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `No address is found for ${host}: check how it is written, and this server’s network.`;
  if (code === "ECONNREFUSED")
    return `Nothing answers at ${host}: check the port, and whether the server runs.`;
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT" || /UNREACH/.test(code))
    return `${host} can’t be reached: check the address, and this server’s network.`;
  return `${host} broke the connection off before it answered: try again, or look into its log.`;
}
