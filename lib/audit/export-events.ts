import { listEventsBefore, type RecordedEvent } from "#lib/audit/queries.ts";
import type { RecordFilter } from "#lib/audit/schema.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { csvLine, type CsvCell } from "#lib/files/csv/cell.ts";

const eventsAtOnce = 1000;

const columns = {
  id: (event) => event.id,
  at: (event) => event.at.toISOString(),
  actor_id: (event) => event.actorId,
  actor_name: (event) => event.actorName,
  actor_handle: (event) => event.actorHandle,
  origin: (event) => event.origin,
  place: (event) => event.place,
  action: (event) => event.action,
  subject_type: (event) => event.subjectType,
  subject_id: (event) => event.subjectId,
  details: (event) => JSON.stringify(event.details),
  request_id: (event) => event.requestId,
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
