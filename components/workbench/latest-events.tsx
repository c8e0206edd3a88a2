import { getFormatter, getTranslations } from "next-intl/server";
import { formatAction } from "#components/record/action-words.ts";
import { Link } from "#components/ui/link.tsx";
import type { RecordedEvent, Subject } from "#lib/audit/queries.ts";
import { recordPath } from "#lib/paths.ts";

type Event = RecordedEvent & { subject: Subject | null };

/** The last lines of the record: who, what, to what. */
export async function LatestEvents({ events }: { events: readonly Event[] }) {
  const t = await getTranslations("admin.record");
  const record = await getTranslations("record");
  const format = await getFormatter();
  return (
    <section aria-labelledby="record" className="grid min-w-0 grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="record" className="text-xl font-semibold">
          {t("title")}
        </h2>
        <Link href={recordPath} className="text-accent underline">
          {t("all")}
        </Link>
      </div>
      <ul role="list" className="grid grid-cols-1">
        {events.map((event) => (
          <li
            key={String(event.id)}
            className="flex items-baseline gap-x-3 border-t border-line py-1.5 first:border-t-0 max-sm:flex-wrap"
          >
            <span className="min-w-0 grow sm:truncate max-sm:basis-full">
              {formatAction(record, event.action, event.subject)}
              {event.subject?.name && <bdi className="text-ink-muted"> {event.subject.name}</bdi>}
            </span>
            <span className="figures shrink-0 text-sm text-ink-muted">
              <bdi>{event.actorName ?? record(`filter.origins.${event.origin}`)}</bdi>
              {", "}
              <time dateTime={event.at.toISOString()}>
                {format.dateTime(event.at, { dateStyle: "medium", timeStyle: "short" })}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
