import { serveCardFile } from "#lib/cards/serve.ts";

/** The card to the byte as it was signed. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/cards/[code]/card.json">,
): Promise<Response> {
  const { code } = await params;
  return serveCardFile(request, code, ({ text }) => ({
    content: text,
    type: "application/json; charset=utf-8",
  }));
}
