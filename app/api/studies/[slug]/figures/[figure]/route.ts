import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { allFigureNames, fileOfFigure, makeFigure } from "#lib/results/figures.ts";
import { languageOf, sendFigure } from "#lib/study-results/figures/send.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mayShow, readView } from "#lib/study-results/schema.ts";

/** A figure as a page shows it: drawn for paper, or its numbers as they are. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/studies/[slug]/figures/[figure]">,
): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const { slug: segment, figure: name } = await params;
    const slug = readSegment(segment);
    const asked = new URL(request.url).searchParams;
    const rows = slug === null ? null : await getRows(viewer, slug, { kind: asked.get("kind") });
    if (!rows || !allFigureNames.includes(name)) return refuse("not_found", 404);
    const view = readView(Object.fromEntries(asked), rows);
    if (!mayShow(rows.study, view.who)) return refuse("not_shown_yet", 409);
    const made = await makeFigure(name, rows, view, asked, await languageOf(asked));
    if (!made) return refuse("nothing_to_show", 404);
    const simulated = view.who === "simulated" ? ["simulated"] : [];
    const file = [rows.study.slug, ...simulated, fileOfFigure(name, asked)].join("-");
    return sendFigure(made, { file, asked, signal: request.signal });
  });
}
