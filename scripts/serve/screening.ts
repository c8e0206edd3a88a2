import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

export const requestIdHeader = "x-request-id";
export const addressHeader = "x-benchside-address";
export const hostHeader = "x-benchside-host";

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

const written = [/^x-benchside-/, /^x-middleware-/, /^x-nonce$/, /^content-security-policy/];
const fromProxies = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded", "x-real-ip"];

/** Leaves no header standing that the application takes for its own word or a proxy's. */
export function screenHeaders(
  headers: IncomingHttpHeaders,
  known: { address: string; host: string | undefined; requestId: string; trustProxy: number },
): void {
  const { address, host, requestId, trustProxy } = known;
  for (const name of Object.keys(headers)) {
    if (written.some((pattern) => pattern.test(name))) delete headers[name];
  }
  if (trustProxy === 0) for (const name of fromProxies) delete headers[name];
  headers["x-forwarded-for"] = address;
  headers[addressHeader] = address;
  if (host !== undefined) headers[hostHeader] = host;
  headers[requestIdHeader] = requestId;
}

type Sent = { method: string; headers: IncomingHttpHeaders };

/** Whether another site made the browser send this. Reading is harmless; anything else is refused. */
export function isCrossSite(
  { method, headers }: Sent,
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

/** A path fit for a log: without the query and without the secret of a link. */
export function loggablePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? "/";
  return path.replace(/^(\/(?:enter|join)\/)[^/]+/, "$1[token]");
}

export const isStaticAsset = (path: string) => path.startsWith("/_next/static/");

/** Whether what is written with percent signs is a text. */
export function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
