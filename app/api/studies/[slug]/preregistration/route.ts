import { z } from "zod";
import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { download } from "#lib/files/download.ts";
import { getPlanned } from "#lib/reports/preregistration/preregistration.ts";
import { preregistrationFormats, renderPreregistration } from "#lib/reports/preregistration/write.ts";
import { getStudyAt } from "#lib/studies/queries.ts";

const query = z.object({ format: z.enum(preregistrationFormats).default("md") });
const files = {
  md: { ending: "md", type: "text/markdown; charset=utf-8" },
  text: { ending: "txt", type: "text/plain; charset=utf-8" },
} as const;

/** The plan in words, for a registry. That of a draft is for admins, and says by its name what it is. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/studies/[slug]/preregistration">,
): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!asked.success) return refuse("wrong_query", 400);
    const study = await getStudyAt(viewer, (await params).slug);
    const planned = study && (await getPlanned(viewer, study));
    if (!planned) return refuse("not_found", 404);
    const { ending, type } = files[asked.data.format];
    return download([renderPreregistration(planned, asked.data.format)], {
      name: `${planned.slug}-preregistration${planned.frozen ? "" : "-draft"}.${ending}`,
      type,
    });
  });
}
