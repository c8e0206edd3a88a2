import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getAcross } from "#lib/study-results/across/across-comparison.ts";
import { openParts } from "#lib/study-results/across/across-queries.ts";
import { drawAcross } from "#lib/study-results/figures/across.ts";
import { sendFigure } from "#lib/study-results/figures/send.ts";

/** The plot of several studies: drawn for paper, or its numbers as they are. */
export async function GET(request: Request): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const asked = new URL(request.url).searchParams;
    const { parts } = await openParts(viewer, {
      ...Object.fromEntries(asked),
      study: asked.getAll("study"),
    });
    if (parts.length === 0) return refuse("nothing_to_show", 404);
    const made = drawAcross(getAcross(parts).parts);
    const isMadeUp = parts.some(({ view }) => view.who === "simulated");
    const file = isMadeUp ? "studies-simulated" : "studies";
    return sendFigure(made, { file, asked, signal: request.signal });
  });
}
