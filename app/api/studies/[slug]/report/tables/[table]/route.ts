import { refuse, withViewer } from "#lib/auth/request/api.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { download } from "#lib/files/download.ts";
import { fileNameFor } from "#lib/reports/files.ts";
import { openTables } from "#lib/reports/report.ts";
import { reportQuery } from "#lib/reports/schema.ts";
import { readChoice, renderTableFile } from "#lib/reports/tables/table-file.ts";

/** One table of the report: the chosen rows and columns for LaTeX, or all of it as CSV. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/studies/[slug]/report/tables/[table]">,
): Promise<Response> {
  return withViewer(["researcher", "admin"], async (viewer) => {
    const { slug: segment, table: name } = await params;
    const slug = readSegment(segment);
    if (slug === null) return refuse("not_found", 404);
    const asked = new URL(request.url).searchParams;
    const choice = readChoice(asked);
    const query = reportQuery.safeParse({
      who: asked.get("who") ?? undefined,
      kind: asked.get("kind") ?? undefined,
    });
    if (!choice.success || !query.success) return refuse("wrong_query", 400);
    const by = asked.get("by") ?? undefined;
    const opened = await openTables(viewer, { slug, by, ...query.data });
    if (!opened.ok && opened.error === "unknown_attribute") return refuse("wrong_query", 400);
    if (!opened.ok) return refuse(opened.error, opened.error === "not_found" ? 404 : 409);
    const { tables, head, names, who } = opened.value;
    const table = tables.find((one) => one.name === name);
    if (!table) return refuse("not_found", 404);
    const file = renderTableFile(table, { format: asked.get("format"), choice: choice.data, head, names });
    if (!file.ok) return refuse(file.error, 400);
    const { ending, type, content } = file.value;
    return download([content], { name: fileNameFor(`${slug}-${name}.${ending}`, who), type });
  });
}
