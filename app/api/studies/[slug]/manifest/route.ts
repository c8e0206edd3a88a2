import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { download } from "#lib/files/download.ts";
import { getManifest, getStudyAt } from "#lib/studies/queries.ts";

/** The plan to the byte as it was frozen: its SHA-256 is the hash that the study shows. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/api/studies/[slug]/manifest">,
): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const study = await getStudyAt(viewer, (await params).slug);
    const manifest = study && (await getManifest(study.id));
    if (!manifest) return refuse("not_found", 404);
    const response = download([manifest.content], {
      name: `${study.slug}-manifest.json`,
      type: "application/json; charset=utf-8",
    });
    response.headers.set("x-content-sha256", manifest.hash);
    return response;
  });
}
