import { exportEvents } from "#lib/audit/export-events.ts";
import { readRecordFilter } from "#lib/audit/schema.ts";
import { withViewer } from "#lib/auth/request/api.ts";
import { download } from "#lib/files/download.ts";

/** As a spreadsheet; texts that it would take for formulas are made harmless. */
export async function GET(request: Request): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const filter = readRecordFilter(Object.fromEntries(new URL(request.url).searchParams));
    return download(exportEvents(viewer, filter, "csv"), {
      name: "benchside-record.csv",
      type: "text/csv; charset=utf-8",
    });
  });
}
