import "server-only";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { env } from "#lib/env.ts";

/** What a passkey is made for: a name of this site, and the addresses it may be used from. */
export type Site = { id: string; name: string; origins: readonly string[] };

export function siteAt(address: string, isCertain: boolean): Site {
  const { hostname, host, origin } = new URL(address);
  // Without BENCHSIDE_URL a proxy may have ended TLS in front; a browser offers passkeys on https and at home alone.
  const origins = isCertain ? [origin] : [`https://${host}`, `http://${host}`];
  return { id: hostname, name: `Benchside (${hostname})`, origins };
}

export const readSite = async (): Promise<Site> => siteAt(await absoluteUrl("/"), env.publicUrl !== null);
