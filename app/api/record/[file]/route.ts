import { notFound } from "next/navigation";
import { exportEvents } from "#lib/audit/export-events.ts";
import { readRecordFilter } from "#lib/audit/schema.ts";
import { withViewer } from "#lib/auth/request/api.ts";
import { download } from "#lib/files/download.ts";

const files = {
  /** As a spreadsheet; texts that it would take for formulas are made harmless. */
  "events.csv": { format: "csv", type: "text/csv; charset=utf-8" },
  /** One event a line, as it stands in the record. */
  "events.jsonl": { format: "jsonl", type: "application/jsonl; charset=utf-8" },
} as const;

export async function GET(
  request: Request,
  { params }: RouteContext<"/api/record/[file]">,
): Promise<Response> {
  const { file } = await params;
  if (!Object.hasOwn(files, file)) notFound();
  const { format, type } = files[file as keyof typeof files];
  return withViewer(["admin"], async (viewer) => {
    const filter = readRecordFilter(Object.fromEntries(new URL(request.url).searchParams));
    return download(exportEvents(viewer, filter, format), { name: `benchside-record.${format}`, type });
  });
}
