import { refuse, withViewer } from "#lib/auth/api.ts";
import { csvLine } from "#lib/files/csv-cell.ts";
import { download } from "#lib/files/download.ts";
import { paperWidths } from "#lib/figures/look.ts";
import { renderSvg } from "#lib/figures/svg.ts";
import { recallAcross } from "#lib/study-results/across-comparison.ts";
import { openParts } from "#lib/study-results/across-queries.ts";
import { drawAcross } from "#lib/study-results/figures/across.ts";
import { paintPng } from "#lib/study-results/figures/paper.ts";

/** The plot of several studies: drawn for paper, or its numbers as they are. */
export async function GET(request: Request): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const asked = new URL(request.url).searchParams;
    const { parts } = await openParts(viewer, {
      ...Object.fromEntries(asked),
      study: asked.getAll("study"),
    });
    if (parts.length === 0) return refuse("nothing_to_show", 404);
    const { title, figure, csv } = drawAcross((await recallAcross(parts)).parts);
    const isMade = parts.some(({ view }) => view.who === "simulated");
    const file = isMade ? "studies-simulated" : "studies";
    const format = asked.get("format");
    if (format === "csv")
      return download(["\uFEFF", ...csv.map(csvLine)], {
        name: `${file}.csv`,
        type: "text/csv; charset=utf-8",
      });
    const width = asked.get("width") === "single" ? "single" : "double";
    const svg = renderSvg(figure, { widthMm: paperWidths[width], name: title });
    if (format === "png") {
      const png = await paintPng(svg, request.signal);
      return download(new Blob([new Uint8Array(png)]).stream(), {
        name: `${file}-${width}.png`,
        type: "image/png",
      });
    }
    return download([svg], { name: `${file}-${width}.svg`, type: "image/svg+xml; charset=utf-8" });
  });
}
