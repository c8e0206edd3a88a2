import { getViewer } from "#lib/auth/request/request.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { getBenchmarkAt } from "#lib/benchmarks/queries.ts";
import { acceptUpload, explainRefusal } from "#lib/uploads/accept.ts";
import { uploadName } from "#lib/uploads/schema.ts";

/** One file as the raw body, its name in the address. Until the caller is proven not a byte of it is read. */
export async function POST(
  request: Request,
  { params }: RouteContext<"/api/benchmarks/[slug]/uploads">,
): Promise<Response> {
  const viewer = await getViewer();
  if (!viewer) return refuse("not_signed_in");
  if (!hasRole(viewer, ["admin"])) return refuse("not_allowed");
  const name = uploadName.safeParse(new URL(request.url).searchParams.get("name"));
  if (!name.success) return refuse("wrong_name");
  const benchmark = await getBenchmarkAt(viewer, (await params).slug);
  if (!benchmark) return refuse("not_found");
  const length = request.headers.get("content-length");
  const accepted = await acceptUpload(viewer, benchmark, {
    fileName: name.data,
    body: request.body as AsyncIterable<Uint8Array> | null,
    length: length === null ? null : Number(length),
    signal: request.signal,
  });
  if (accepted.ok)
    return Response.json(accepted.value, { status: 201, headers: { "cache-control": "no-store" } });
  if (accepted.error === "too_large") return refuse("too_large", length ?? "");
  return refuse(accepted.error, "found" in accepted ? accepted.found : "");
}

/** What is left of the body is not read; the connection cannot serve another request then. */
function refuse(...why: Parameters<typeof explainRefusal>): Response {
  const { status, ...body } = explainRefusal(...why);
  return Response.json(body, { status, headers: { "cache-control": "no-store", connection: "close" } });
}
