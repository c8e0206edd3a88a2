import { Fault } from "#lib/model-calls/fault.ts";
import { privateAddressCode } from "#lib/model-calls/connections.ts";
import type { FaultCause } from "#lib/model-calls/schema.ts";

type ErrorWithCode = Error & { code?: unknown; errors?: readonly unknown[] };

/** The code of the innermost error that has one: what is thrown wraps it, or gathers one for each address. */
function codeOf(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1) {
    const { code, errors } = at as ErrorWithCode;
    if (typeof code === "string" && code !== "UND_ERR") return code;
    if (errors?.length) return codeOf(errors[0]);
  }
  return "";
}

const expired = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);
const unknownIssuer =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY|GET)_.*|CERT_UNTRUSTED)$/;

/** What broke before an answer began. */
export function explainNetworkFault(error: unknown): Fault {
  const code = codeOf(error);
  const refused = (cause: FaultCause) => new Fault({ failure: "refused", isHopeless: true, cause });
  if (code === privateAddressCode) return refused("host_private");
  if (expired.has(code)) return refused("certificate_expired");
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return refused("certificate_of_other");
  if (unknownIssuer.test(code)) return refused("certificate_untrusted");
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) return refused("no_tls");
  if (code.startsWith("HPE_") || code === "UND_ERR_HEADERS_OVERFLOW") return refused("not_the_web");
  // Ports of other services, mail's among them, which no browser calls either.
  if (error instanceof Error && error.cause instanceof Error && error.cause.message === "bad port")
    return refused("kept_port");
  return new Fault({ failure: "server", cause: explainSilence(code) });
}

function explainSilence(code: string): FaultCause {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "no_address";
  if (code === "ECONNREFUSED") return "nobody_there";
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT" || /UNREACH/.test(code))
    return "unreachable";
  return "broken_off";
}
