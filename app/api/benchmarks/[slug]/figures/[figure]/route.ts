import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { listGuessing } from "#lib/benchmarks/guessing.ts";
import { getBenchmarkAt, listTrackFacts } from "#lib/benchmarks/queries.ts";
import { drawLineage } from "#lib/curation/funnel.ts";
import { chooseRuns, compareRuns } from "#lib/model-runs/comparison.ts";
import { countPaired, listRuns } from "#lib/model-runs/queries.ts";
import { drawDifferences, drawRuns } from "#lib/model-runs/run-panels.ts";
import { getAutomaticTables } from "#lib/results/automatic/benchmark-queries.ts";
import { drawAutomatic } from "#lib/results/automatic/figures.ts";
import { languageOf, sendFigure } from "#lib/study-results/figures/send.ts";

const figures = ["runs", "differences", "funnel", "automatic"];

/** Runs of a benchmark, automatic figures over all its cases, or where these come from, for paper or as numbers. */
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
    if (figure === "automatic") {
      const found = await getAutomaticTables(viewer, benchmark.id, asked.getAll("by"));
      const named = asked.get("table") ?? "automatic-1";
      const drawn = drawAutomatic(found, { of: "benchmark", locale }).find(({ name }) => name === named);
      if (!drawn) return refuse("nothing_to_show", 404);
      return sendFigure(drawn, { ...file, file: `${benchmark.slug}-${named}` });
    }
    const all = await listRuns(viewer, benchmark.id);
    const named = chooseRuns(all, asked.getAll("run"));
    const rows = named.length > 0 ? named : all;
    const tracks = benchmark.tracks.map(({ name }) => name);
    if (figure === "runs")
      return rows.length === 0
        ? refuse("nothing_to_show", 404)
        : sendFigure(
            drawRuns(rows, tracks, {
              locale,
              guessing: listGuessing(await listTrackFacts(viewer, benchmark.id)),
            }),
            file,
          );
    if (named.length < 2) return refuse("nothing_to_show", 404);
    const counted = await countPaired(viewer, benchmark.id, named.map(({ run }) => run.id)); // oxfmt-ignore
    const pairs = compareRuns(named, tracks, counted);
    return sendFigure(drawDifferences(pairs, all, tracks, locale), file);
  });
}
