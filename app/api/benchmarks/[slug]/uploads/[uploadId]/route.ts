import { getViewer } from "#lib/auth/request/request.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { explainRefusal } from "#lib/uploads/accept.ts";
import { discardUpload } from "#lib/uploads/mutations.ts";
import { uploadInput } from "#lib/uploads/schema.ts";

export async function DELETE(
  _request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/uploads/[uploadId]">,
): Promise<Response> {
  const viewer = await getViewer();
  if (!viewer) return refuse("not_signed_in");
  if (!hasRole(viewer, ["admin"])) return refuse("not_allowed");
  const { slug, uploadId } = await params;
  const given = uploadInput.safeParse({ uploadId });
  const benchmark = await getBenchmarkAt(viewer, slug);
  if (!given.success || !benchmark) return refuse("not_found");
  const discarded = await discardUpload(viewer, benchmark.id, given.data.uploadId);
  return discarded.ok ? new Response(null, { status: 204 }) : refuse(discarded.error);
}

function refuse(problem: Parameters<typeof explainRefusal>[0]): Response {
  const { status, ...body } = explainRefusal(problem);
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
