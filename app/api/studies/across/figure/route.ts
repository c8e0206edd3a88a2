import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { getAcross } from "#lib/study-results/across/across.ts";
import { openParts } from "#lib/study-results/across/across-queries.ts";
import { drawAcross } from "#lib/study-results/figures/across.ts";
import { makeScaleOf } from "#lib/study-results/figures/scale.ts";
import { languageOf, sendFigure } from "#lib/study-results/figures/send.ts";

/** The plot of several studies, or their scale: drawn for paper, or its numbers as they are. */
export async function GET(request: Request): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const asked = new URL(request.url).searchParams;
    const { parts } = await openParts(viewer, {
      ...Object.fromEntries(asked),
      study: asked.getAll("study"),
    });
    if (parts.length === 0) return refuse("nothing_to_show", 404);
    const isScale = asked.get("figure") === "scale";
    const locale = await languageOf(asked);
    const made = isScale ? await makeScaleOf(parts, locale) : drawAcross(getAcross(parts).parts, { locale });
    if (!made) return refuse("nothing_to_show", 404);
    const isMadeUp = parts.some(({ view }) => view.who === "simulated");
    const file = ["studies", isMadeUp && "simulated", isScale && "scale"].filter(Boolean).join("-");
    return sendFigure(made, { file, asked, signal: request.signal });
  });
}
