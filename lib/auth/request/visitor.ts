import "server-only";
import { headers } from "next/headers";
import type { Visitor } from "#lib/auth/viewer.ts";
import { env } from "#lib/env.ts";

/** BENCHSIDE_URL where it is set; else the address this request came to, as the server in front of Next established it. */
export async function absoluteUrl(path: string): Promise<string> {
  if (env.publicUrl) return env.publicUrl + path;
  const host = (await headers()).get("x-benchside-host") ?? `localhost:${env.port}`;
  return `http://${host}${path}`;
}

/** Where a request comes from, as the server in front of Next established it. */
export const readVisitor = async (): Promise<Visitor> => visitorOf(await headers());

export const visitorOf = (given: Pick<Headers, "get">): Visitor => ({
  address: given.get("x-benchside-address") ?? "unknown",
  device: formatDevice(given.get("user-agent") ?? ""),
  requestId: given.get("x-request-id"),
});

const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/MicroMessenger\//, "WeChat"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** Enough to recognise one's own devices in a list; the full string is not kept. */
export function formatDevice(userAgent: string): string {
  const first = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [first(browsers), first(systems)].filter(Boolean).join(", ") || "?";
}

const longest = 300;

/** An address as the record may keep it: without what was asked for, and without the secret of a link. */
export function placeOf(address: string | null): string | null {
  const path = address?.split(/[?#]/, 1)[0];
  if (!path) return null;
  return path.replace(/^\/+(enter|join)(\/.*)?$/i, "/$1").slice(0, longest);
}
