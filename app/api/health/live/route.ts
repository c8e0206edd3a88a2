import product from "#package.json" with { type: "json" };

export const dynamic = "force-dynamic";

/** Whether this process answers, whatever its database does: for whoever starts it again where it doesn't. */
export function GET(): Response {
  return Response.json(
    { status: "ok", version: product.version },
    { headers: { "cache-control": "no-store" } },
  );
}
