import { z } from "zod";
import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { withoutNul } from "#lib/auth/schema.ts";
import { jsonField } from "#lib/auth/request/json-field.ts";
import { getBenchmark } from "#lib/benchmarks/queries.ts";
import { resolveReference, surveyFrame } from "#lib/studies/frame/queries.ts";
import { getStudyAt } from "#lib/studies/queries.ts";
import { frameSchema } from "#lib/studies/schema.ts";

const question = z.object({
  /** Left out: the draft's. */
  benchmark: z.string().max(100).regex(withoutNul).optional(),
  frame: jsonField(frameSchema),
});

/** What a frame would hold, track by track, and how sure the reference run was of its wrong answers. */
export async function GET(request: Request, { params }: RouteContext<"/api/studies/[slug]/eligible">) {
  return withViewer(["admin"], async (viewer) => {
    const study = await getStudyAt(viewer, (await params).slug);
    if (!study) return refuse("not_found", 404);
    const asked = question.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!asked.success) return refuse("invalid", 400);
    const { benchmark: slug, frame } = asked.data;
    const benchmark = slug === undefined ? study.benchmark : await getBenchmark(viewer, slug);
    if (!benchmark) return refuse("not_found", 404);
    const [run, { counts: tracks, curves: drawn }] = await Promise.all([
      frame.reference && resolveReference(viewer, benchmark.id, frame.reference),
      surveyFrame(viewer, benchmark.id, frame),
    ]);
    const curves = frame.reference ? drawn : [];
    const referenceFound = frame.reference === null || run !== null;
    return Response.json({ referenceFound, tracks, curves }, { headers: { "cache-control": "no-store" } });
  });
}
