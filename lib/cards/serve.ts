import "server-only";
import { refuse } from "#lib/auth/request/api.ts";
import { refuseIfBusy } from "#lib/auth/secrets/waiting-line.ts";
import { getPublishedCard, type PublishedCard } from "#lib/cards/queries.ts";
import { hashOf } from "#lib/canonical.ts";

type CardFile = { content: string; type: string };

/** A file of a card, for everybody. It is asked for anew each time, since a card that is switched off is gone at once. */
export async function serveCardFile(
  request: Request,
  code: string,
  make: (card: PublishedCard) => CardFile,
): Promise<Response> {
  const found = await getPublishedCard(code).catch(refuseIfBusy);
  if (found instanceof Response) return found;
  if (!found) return refuse("not_found", 404);
  const { content, type } = make(found);
  const etag = `"${hashOf(content).slice(0, 32)}"`;
  const headers = { etag, "cache-control": "public, no-cache", "x-robots-tag": "noindex" };
  const isKnown = request.headers
    .get("if-none-match")
    ?.split(",")
    .some((known) => known.trim().replace(/^W\//, "") === etag);
  if (isKnown) return new Response(null, { status: 304, headers });
  return new Response(content, { headers: { ...headers, "content-type": type } });
}
