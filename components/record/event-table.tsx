import { getFormatter, getTranslations } from "next-intl/server";
import clsx from "clsx";
import type { ReactNode } from "react";
import {
  askedRunPath,
  benchmarkPath,
  endpointPath,
  personPath,
  recordAddress,
  reviewPath,
  runPath,
  studyPath,
} from "#lib/paths.ts";
import { pathOfJob } from "#components/jobs/job-path.ts";
import { formatAction, formatPlace } from "#components/record/action-words.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { RecordedEvent, Subject } from "#lib/audit/queries.ts";
import { subjectTypes } from "#lib/audit/schema.ts";

type Event = RecordedEvent & { subject: Subject | null };
type Props = { events: readonly Event[] };

function addressOf(subject: Subject): string | null {
  switch (subject.type) {
    case "user":
      return personPath(subject.id);
    case "study":
      return studyPath(subject.slug);
    case "benchmark":
      return benchmarkPath(subject.slug);
    case "model_run":
      return runPath(subject.slug, subject.id);
    case "endpoint":
      return endpointPath(subject.id);
    case "endpoint_run":
      return askedRunPath(subject.slug, subject.id);
    case "review":
      return reviewPath(subject.slug);
    case "backup":
      return null;
    case "job":
      if (subject.slug === null) return null;
      return pathOfJob(subject.kind, subject.slug, subject.id);
  }
}

/** Names come from people: each is a world of its own, whatever way it is written. */
const named = (name: string, href: string | null): ReactNode =>
  href === null ? (
    <bdi>{name}</bdi>
  ) : (
    <a href={href} className="inline-block max-w-full truncate align-bottom text-accent underline">
      <bdi>{name}</bdi>
    </a>
  );

export async function EventTable({ events }: Props) {
  const t = await getTranslations("record");
  const format = await getFormatter();
  const rows = events.map((event) => ({
    id: String(event.id),
    cells: {
      at: (
        <time
          dateTime={event.at.toISOString()}
          title={format.dateTime(event.at, { dateStyle: "long", timeStyle: "long" })}
          className="figures whitespace-nowrap"
        >
          {format.dateTime(event.at, { dateStyle: "medium", timeStyle: "short" })}
        </time>
      ),
      who: (
        <span className="inline-block max-w-32 truncate align-bottom">
          {event.actorId === null
            ? t(`filter.origins.${event.origin}`)
            : named(event.actorName ?? event.actorId, personPath(event.actorId))}
        </span>
      ),
      did: (
        <div className="flex items-baseline gap-x-2 has-open:flex-wrap">
          <p title={formatAction(t, event.action, event.subject)} className="min-w-0 truncate">
            {formatAction(t, event.action, event.subject)}
          </p>
          {Object.keys(event.details).length > 0 && <Details label={t("details")} value={event.details} />}
        </div>
      ),
      to: <SubjectCell event={event} />,
      from: (
        <p
          title={event.place ?? undefined}
          className={clsx(
            "max-w-32 truncate",
            event.place?.startsWith("/") && "font-mono text-sm text-ink-muted",
          )}
        >
          {formatPlace(t, event)}
        </p>
      ),
    },
  }));
  const columns = ["at", "who", "did", "to", "from"] as const;
  return (
    <Table
      caption={t("caption")}
      isTight
      columns={columns.map((key) => ({ key, label: t(`columns.${key}`), fills: key === "did" }))}
      rows={rows}
    />
  );
}

async function SubjectCell({ event }: { event: Event }) {
  const t = await getTranslations("record");
  const type = subjectTypes.find((one) => one === event.subjectType);
  return (
    <div className="flex items-baseline gap-x-2">
      <p title={type ? t(`filter.types.${type}`) : event.subjectType} className="max-w-44 truncate">
        {event.subject
          ? named(event.subject.name ?? t("filter.types.job"), addressOf(event.subject))
          : t("gone")}
      </p>
      <p className="text-sm whitespace-nowrap text-ink-muted">
        <a href={recordAddress({ type, subject: event.subjectId })} className="underline">
          {t("allAbout")}
        </a>
      </p>
    </div>
  );
}

function Details({ label, value }: { label: string; value: object }) {
  return (
    <details className="shrink-0 open:basis-full">
      <summary className="min-h-6 w-fit text-sm whitespace-nowrap text-ink-muted pointer-coarse:min-h-11">
        {label}
      </summary>
      <pre dir="auto" className="mt-1 text-xs wrap-anywhere whitespace-pre-wrap">
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
