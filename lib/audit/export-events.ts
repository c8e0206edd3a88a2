import { listEventsBefore, type RecordedEvent } from "#lib/audit/queries.ts";
import type { RecordFilter } from "#lib/audit/schema.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { csvLine, type CsvCell } from "#lib/files/csv/cell.ts";

const eventsAtOnce = 1000;

const columns = {
  id: (it) => it.id,
  at: (it) => it.at.toISOString(),
  actor_id: (it) => it.actorId,
  actor_name: (it) => it.actorName,
  actor_handle: (it) => it.actorHandle,
  origin: (it) => it.origin,
  place: (it) => it.place,
  action: (it) => it.action,
  subject_type: (it) => it.subjectType,
  subject_id: (it) => it.subjectId,
  details: (it) => JSON.stringify(it.details),
  request_id: (it) => it.requestId,
} satisfies Record<string, (event: RecordedEvent) => CsvCell>;

const formats = {
  csv: {
    head: `\uFEFF${csvLine(Object.keys(columns))}`,
    line: (event: RecordedEvent) => csvLine(Object.values(columns).map((cell) => cell(event))),
  },
  jsonl: {
    head: "",
    line: ({ id, details, ...event }: RecordedEvent) =>
      `${JSON.stringify({ id: String(id), ...event, details })}\n`,
  },
};
export type RecordFormat = keyof typeof formats;

/** Everything the filter finds, newest first, read a part at a time: the record is as long as it is. */
export async function* exportEvents(
  viewer: Viewer<"admin">,
  filter: RecordFilter,
  format: RecordFormat,
): AsyncGenerator<string> {
  const { head, line } = formats[format];
  if (head) yield head;
  for (let asked = filter; ;) {
    const events = await listEventsBefore(viewer, asked, eventsAtOnce);
    if (events.length > 0) yield events.map(line).join("");
    const last = events.at(-1);
    if (!last || events.length < eventsAtOnce) return;
    asked = { ...filter, before: last.id };
  }
}
