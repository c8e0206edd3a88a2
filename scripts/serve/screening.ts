import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

export const requestIdHeader = "x-request-id";
export const addressHeader = "x-benchside-address";
export const hostHeader = "x-benchside-host";
export const innerKeyHeader = "x-benchside-inner";

/**
 * Only what a trusted proxy wrote counts: with n of them in front, the n-th entry from the right.
 * Everything further left came from the client and may be invented.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustProxy: number,
): string {
  const direct = socketAddress.replace(/^::ffff:/, "");
  if (trustProxy === 0) return direct;
  const entry = forwardedFor?.split(",").at(-trustProxy)?.trim() ?? "";
  return isIP(entry) ? entry : direct;
}

const ours = /^(x-benchside-|x-nonce$|content-security-policy)/;
/** What Next tells itself: from one of its parts to another, and in the requests that it sends to this server. */
const nexts =
  /^(x-(action-forwarded|invoke|matched|middleware|next|nextjs|now|prerender|vercel)\b|next-resume)/;
const fromProxies = ["x-forwarded-host", "forwarded", "x-real-ip"];
// Next would ask itself under whatever stands there; here it is always asked over plain HTTP.
const ofConnection = ["x-forwarded-proto", "x-forwarded-port"];

type RequestFacts = {
  address: string;
  host: string | undefined;
  requestId: string;
  /** Which only what Next asks for this request can know. */
  innerKey: string;
  isInner: boolean;
  trustProxy: number;
};

/** Leaves no header standing that the application takes for its own word or a proxy's. */
export function screenHeaders(headers: IncomingHttpHeaders, known: RequestFacts): void {
  const { address, host, requestId, innerKey, isInner, trustProxy } = known;
  for (const name of Object.keys(headers)) {
    if (ours.test(name) || (!isInner && nexts.test(name))) delete headers[name];
  }
  for (const name of ofConnection) delete headers[name];
  // Whoever serves a file may ignore it; Next answers a part that isn't there with 500.
  delete headers.range;
  if (trustProxy === 0) for (const name of fromProxies) delete headers[name];
  headers["x-forwarded-for"] = address;
  headers[addressHeader] = address;
  headers[innerKeyHeader] = innerKey;
  if (host !== undefined) headers.host = headers[hostHeader] = host;
  headers[requestIdHeader] = requestId;
}

type RequestHead = { method: string; headers: IncomingHttpHeaders };

/** Whether another site made the browser send this. Reading is harmless; anything else is refused. */
export function isCrossSite(
  { method, headers }: RequestHead,
  publicUrl: string | null,
  trustProxy: number,
): boolean {
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return false;
  const site = headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-site") return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  // A page that sends no referrer says "null" here even to itself; then the browser's other word must vouch.
  if (origin === "null") return site !== "same-origin";
  const forwarded = trustProxy > 0 ? headers["x-forwarded-host"] : undefined;
  const ours = publicUrl ? [new URL(publicUrl).host] : [headers.host, forwarded];
  return !URL.canParse(origin) || !ours.includes(new URL(origin).host);
}
