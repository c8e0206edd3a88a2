import { exportEvents } from "#lib/audit/export-events.ts";
import { readRecordFilter } from "#lib/audit/schema.ts";
import { withViewer } from "#lib/auth/request/api.ts";
import { download } from "#lib/files/download.ts";

/** One event a line, as it stands in the record. */
export async function GET(request: Request): Promise<Response> {
  return withViewer(["admin"], async (viewer) => {
    const filter = readRecordFilter(Object.fromEntries(new URL(request.url).searchParams));
    return download(exportEvents(viewer, filter, "jsonl"), {
      name: "benchside-record.jsonl",
      type: "application/jsonl; charset=utf-8",
    });
  });
}
