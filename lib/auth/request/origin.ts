import "server-only";
import { headers } from "next/headers";
import { env } from "#lib/env.ts";

/** BENCHSIDE_URL where it is set; else the address this request came to, as the server in front of Next established it. */
export async function absoluteUrl(path: string): Promise<string> {
  if (env.publicUrl) return env.publicUrl + path;
  const host = (await headers()).get("x-benchside-host") ?? `localhost:${env.port}`;
  return `http://${host}${path}`;
}
