import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { searchPlaces } from "#lib/places/queries.ts";
import { placeSearch } from "#lib/places/schema.ts";

/** What staff find by its name, from wherever they are. */
export async function GET(request: Request): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const text = placeSearch.safeParse(new URL(request.url).searchParams.get("q") ?? "");
    if (!text.success) return refuse("invalid", 400);
    const places = await searchPlaces(viewer, text.data);
    return Response.json(places, { headers: { "cache-control": "no-store" } });
  });
}
