import type { OutgoingHttpHeaders, ServerResponse, IncomingMessage, IncomingHttpHeaders } from "node:http";
import { randomUUID } from "node:crypto";
import { isIP } from "node:net";

const POLICY = "content-security-policy";
/** For everything that is not a page: whatever it is, it must not act like one. */
export const policyOfNothing = "default-src 'none'; frame-ancestors 'none'";

const unused = ["accelerometer", "bluetooth", "camera", "display-capture", "geolocation", "gyroscope", "hid"];
unused.push("magnetometer", "microphone", "midi", "payment", "serial", "usb", "browsing-topics");

const always = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  // Stricter would hide from a page of ours that its own form was posted from here.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": unused.map((feature) => `${feature}=()`).join(", "),
};

/** Made to be shown on pages of others. */
const shownElsewhere = /^\/cards\/[^/?]+\/badge\.svg(\?|$)/;

/** Pages bring a policy of their own with a nonce, set later: so the default comes in at the last moment. */
function defaultPolicy(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...input: unknown[]) => ServerResponse;
  const guarded = (...input: unknown[]) => {
    const given = input.find(
      (part): part is OutgoingHttpHeaders => typeof part === "object" && part !== null,
    );
    const names = Array.isArray(given) ? given : Object.keys(given ?? {});
    const has = names.some((name) => String(name).toLowerCase() === POLICY);
    if (!has && !response.hasHeader(POLICY)) response.setHeader(POLICY, policyOfNothing);
    return writeHead(...input);
  };
  response.writeHead = guarded as typeof response.writeHead;
}

export function setSecurityHeaders(response: ServerResponse, url: string, publicUrl: string | null): void {
  for (const [name, value] of Object.entries(always)) response.setHeader(name, value);
  if (shownElsewhere.test(url)) response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  if (publicUrl?.startsWith("https:")) {
    response.setHeader("Strict-Transport-Security", "max-age=31536000");
  }
  defaultPolicy(response);
}

const notPages = /^\/(api\/|_next\/static|[\w-]+\.(ico|svg|txt)(\?|$)|cards\/[^/?]+\/[^/?]+\.(json|svg))/;

/** Gives a page its content security policy and tells the render its address. Doors are locked where the data is, not here. */
export function givePageHeaders(
  { headers, url = "/" }: IncomingMessage,
  response: ServerResponse,
  { dev }: { dev: boolean },
): void {
  if (notPages.test(url)) return;
  const policy = contentSecurityPolicy(randomUUID(), dev);
  headers["content-security-policy"] = policy;
  headers["x-benchside-path"] = addressOf(url);
  response.setHeader("Content-Security-Policy", policy);
}

/** Without what Next adds to tell the parts of a page from the page itself. */
function addressOf(url: string): string {
  const [path = "", ...asked] = url.split(/[?&]/);
  const kept = asked.filter((pair) => pair !== "" && !/^_rsc(=|$)/.test(pair));
  return kept.length > 0 ? `${path}?${kept.join("&")}` : path;
}

function contentSecurityPolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'self'",
    // Next finds the nonce in this header and puts it on its own scripts.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    // Positions of dialogs and charts are set as style attributes, which a nonce can't cover.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const requestIdHeader = "x-request-id";
const addressHeader = "x-benchside-address";
const hostHeader = "x-benchside-host";
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
