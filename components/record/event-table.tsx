import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { benchmarkPath, jobPath, personPath, recordAddress, runPath, studyPath } from "#lib/paths.ts";
import { describeAction } from "#components/record/action-words.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { RecordedEvent } from "#lib/audit/queries.ts";
import { subjectTypes } from "#lib/audit/schema.ts";
import type { Subject } from "#lib/audit/subject-queries.ts";

type Props = { events: readonly (RecordedEvent & { subject: Subject | null })[] };

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
    case "job":
      return subject.slug === null ? null : jobPath(subject.slug, subject.id);
  }
}

/** Names come from people: each is a world of its own, whatever way it is written. */
const named = (name: string, href: string | null): ReactNode =>
  href === null ? (
    <bdi>{name}</bdi>
  ) : (
    <a href={href} className="text-accent underline">
      <bdi>{name}</bdi>
    </a>
  );

export async function EventTable({ events }: Props) {
  const t = await getTranslations("record");
  const format = await getFormatter();
  const kindOf = (written: string) => {
    const type = knownType(written);
    return type ? t(`filter.types.${type}`) : written;
  };
  const rows = events.map((it) => ({
    id: String(it.id),
    cells: {
      at: (
        <time dateTime={it.at.toISOString()} className="figures whitespace-nowrap">
          {format.dateTime(it.at, { dateStyle: "medium", timeStyle: "medium" })}
        </time>
      ),
      who: (
        <span className="inline-block min-w-24 wrap-anywhere">
          {it.actorId === null
            ? t(`filter.origins.${it.origin}`)
            : named(it.actorName ?? it.actorId, personPath(it.actorId))}
        </span>
      ),
      did: (
        <div className="grid max-w-96 min-w-48 gap-1">
          <p>{describeAction(t, it.action)}</p>
          {Object.keys(it.details).length > 0 && <Details label={t("details")} value={it.details} />}
        </div>
      ),
      to: (
        <div className="grid min-w-40 gap-1">
          <p className="wrap-anywhere">
            {it.subject ? named(it.subject.name, addressOf(it.subject)) : t("gone")}
          </p>
          <p className="text-sm text-ink-muted">
            {kindOf(it.subjectType)} ·{" "}
            <a
              href={recordAddress({ type: knownType(it.subjectType), subject: it.subjectId })}
              className="underline"
            >
              {t("allAbout")}
            </a>
          </p>
        </div>
      ),
      from: (
        <div className="grid min-w-32 gap-1">
          <p>{t(`filter.origins.${it.origin}`)}</p>
          {it.place !== null && <p className="font-mono text-sm wrap-anywhere text-ink-muted">{it.place}</p>}
        </div>
      ),
    },
  }));
  const columns = ["at", "who", "did", "to", "from"] as const;
  return (
    <Table
      caption={t("caption")}
      columns={columns.map((key) => ({ key, label: t(`columns.${key}`) }))}
      rows={rows}
    />
  );
}

const knownType = (written: string) => subjectTypes.find((it) => it === written);

function Details({ label, value }: { label: string; value: object }) {
  return (
    <details>
      <summary className="cursor-pointer py-1 text-sm text-ink-muted">{label}</summary>
      <pre dir="auto" className="mt-1 text-xs wrap-anywhere whitespace-pre-wrap">
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
