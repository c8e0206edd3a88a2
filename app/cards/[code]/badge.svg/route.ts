import { renderBadge } from "#lib/cards/figure.ts";
import { serveCardFile } from "#lib/cards/serve.ts";

/** A small picture for pages of others. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/cards/[code]/badge.svg">,
): Promise<Response> {
  const { code } = await params;
  return serveCardFile(request, code, ({ card }) => ({
    content: renderBadge(card),
    type: "image/svg+xml; charset=utf-8",
  }));
}
