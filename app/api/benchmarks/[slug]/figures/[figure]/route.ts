import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { drawLineage } from "#lib/curation/funnel.ts";
import { chooseRuns, compareRuns } from "#lib/model-runs/comparison.ts";
import { countPaired, listRuns } from "#lib/model-runs/queries.ts";
import { drawDifferences, drawRuns } from "#lib/model-runs/run-panels.ts";
import { languageOf, sendFigure } from "#lib/study-results/figures/send.ts";

const figures = ["runs", "differences", "funnel"];

/** All runs of a benchmark, those that are named, or where its cases come from, as a figure for paper or as its numbers. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/figures/[figure]">,
): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const { slug, figure } = await params;
    const benchmark = await getBenchmarkAt(viewer, slug);
    if (!benchmark || !figures.includes(figure)) return refuse("not_found", 404);
    const asked = new URL(request.url).searchParams;
    const file = { file: `${benchmark.slug}-${figure}`, asked, signal: request.signal };
    const locale = await languageOf(asked);
    if (figure === "funnel") {
      const lineage = await getLineage(viewer, benchmark.id);
      return lineage ? sendFigure(drawLineage(lineage, locale), file) : refuse("nothing_to_show", 404);
    }
    const all = await listRuns(viewer, benchmark.id);
    const named = chooseRuns(all, asked.getAll("run"));
    const rows = named.length > 0 ? named : all;
    const tracks = benchmark.tracks.map(({ name }) => name);
    if (figure === "runs")
      return rows.length === 0
        ? refuse("nothing_to_show", 404)
        : sendFigure(drawRuns(rows, tracks, { locale }), file);
    if (named.length < 2) return refuse("nothing_to_show", 404);
    const counted = await countPaired(viewer, benchmark.id, named.map(({ run }) => run.id)); // oxfmt-ignore
    const pairs = compareRuns(named, tracks, counted);
    return sendFigure(drawDifferences(pairs, all, tracks, locale), file);
  });
}
