import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { securityText } from "#lib/auth/request/security-text.ts";
import { env } from "#lib/env.ts";

export const dynamic = "force-dynamic";

const plain = { "content-type": "text/plain; charset=utf-8" };

/** Where somebody who found a hole may write to; nothing where the operator named nobody. */
export async function GET(): Promise<Response> {
  if (!env.securityContact)
    return new Response("No security contact is configured.\n", { status: 404, headers: plain });
  const canonical = await absoluteUrl("/.well-known/security.txt");
  return new Response(securityText({ contact: env.securityContact, canonical, now: new Date() }), {
    headers: plain,
  });
}
