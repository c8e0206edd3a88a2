import clsx from "clsx";
import { getTranslations, getFormatter } from "next-intl/server";
import {
  doorsPath,
  recordPath,
  askedRunPath,
  benchmarkPath,
  endpointPath,
  personPath,
  recordAddress,
  reviewPath,
  runPath,
  studyPath,
  doorsAddress,
} from "#lib/paths.ts";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { actions, formatAction, formatPlace } from "#components/record/action-words.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { origins, subjectTypes, type RecordFilter, type DoorFilter, doorDetails } from "#lib/audit/schema.ts";
import type { ReactNode } from "react";
import { pathOfJob } from "#components/jobs/job-path.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { RecordedEvent, Subject, DoorEvent } from "#lib/audit/queries.ts";
import { doorKinds } from "#lib/auth/schema.ts";

const views = { actions: recordPath, doors: doorsPath };

/** What was done, which stays for good; and who came to the doors, which doesn't. */
export async function RecordViews({ current }: { current: keyof typeof views }) {
  const t = await getTranslations("record.views");
  const items = (["actions", "doors"] as const).map((view) => ({
    href: views[view],
    label: t(view),
    current: view === current,
  }));
  return (
    <div className="mb-6">
      <TabLinks label={t("label")} items={items} />
    </div>
  );
}

type Field = { name: string; value: string | undefined; isWide?: boolean } & (
  | { type: "search" | "text" | "date" }
  | { options: readonly (readonly [value: string, label: string])[] }
);
type FilterFormProps = {
  words: "record.filter" | "record.doors.filter";
  action: string;
  columns?: string;
  fields: readonly Field[];
};

/** A plain form: what it asks for stands in the address, and it needs no script. */
async function FilterForm({ words, action, columns, fields }: FilterFormProps) {
  const t = await getTranslations(words);
  return (
    <form action={action} role="search" aria-label={t("label")} className="mb-6 grid gap-4">
      <div className={clsx("grid items-end gap-4 sm:grid-cols-2", columns)}>
        {fields.map((field) => {
          const { name, value, isWide } = field;
          const about = { name, label: t(name as "text") };
          // Another filter is another field: what was typed in the one before is gone.
          const key = `${name} ${value}`;
          if ("options" in field)
            return (
              <SelectField {...about} key={key} defaultValue={value ?? ""}>
                <option value="">{t("all")}</option>
                {field.options.map(([one, label]) => (
                  <option key={one} value={one}>
                    {label}
                  </option>
                ))}
              </SelectField>
            );
          const maxLength = field.type === "date" ? undefined : 200;
          const typed = (
            <TextField {...about} key={key} type={field.type} maxLength={maxLength} defaultValue={value} />
          );
          return isWide ? (
            <div key={name} className="sm:col-span-2">
              {typed}
            </div>
          ) : (
            typed
          );
        })}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary">
          {t("submit")}
        </Button>
        <ButtonLink href={action} variant="quiet">
          {t("reset")}
        </ButtonLink>
      </div>
    </form>
  );
}

type RecordFilterProps = {
  filter: RecordFilter;
  actors: readonly { id: string; name: string; handle: string }[];
};

export async function RecordFilterForm({ filter, actors }: RecordFilterProps) {
  const words = await getTranslations("record");
  const { text, from, to, actor, action, type, origin, subject } = filter;
  const fields: Field[] = [
    { name: "text", type: "search", value: text, isWide: true },
    { name: "from", type: "date", value: from },
    { name: "to", type: "date", value: to },
    {
      name: "actor",
      value: actor,
      options: actors.map(({ id, name, handle }) => [id, `${name} (${handle})`]),
    },
    { name: "action", value: action, options: actions.map((one) => [one, formatAction(words, one)]) },
    { name: "type", value: type, options: subjectTypes.map((one) => [one, words(`filter.types.${one}`)]) },
    { name: "origin", value: origin, options: origins.map((one) => [one, words(`filter.origins.${one}`)]) },
  ];
  if (subject !== undefined) fields.push({ name: "subject", type: "text", value: subject });
  return <FilterForm words="record.filter" action={recordPath} columns="lg:grid-cols-4" fields={fields} />;
}

export async function DoorFilterForm({ filter: { text, kind } }: { filter: DoorFilter }) {
  const t = await getTranslations("record.doors.kinds");
  return (
    <FilterForm
      words="record.doors.filter"
      action={doorsPath}
      fields={[
        { name: "text", type: "search", value: text },
        { name: "kind", value: kind, options: doorKinds.map((one) => [one, t(one)]) },
      ]}
    />
  );
}

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

type MomentProps = { at: Date; look: typeof withinTheYear | { dateStyle: "medium"; timeStyle: "short" } };

async function Moment({ at, look }: MomentProps) {
  const format = await getFormatter();
  return (
    <time
      dateTime={at.toISOString()}
      title={format.dateTime(at, { dateStyle: "long", timeStyle: "long" })}
      className="figures whitespace-nowrap"
    >
      {format.dateTime(at, look)}
    </time>
  );
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
  const rows = events.map((event) => ({
    id: String(event.id),
    cells: {
      at: <Moment at={event.at} look={{ dateStyle: "medium", timeStyle: "short" }} />,
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

// What is kept for a few months needs no year.
const withinTheYear = {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
} as const;

export async function DoorTable({ events }: { events: readonly DoorEvent[] }) {
  const t = await getTranslations("record.doors");
  const account = await getTranslations("account");
  const columns = ["at", "who", "what", "address", "device"] as const;
  const rows = events.map((event) => ({
    id: String(event.id),
    cells: {
      at: <Moment at={event.at} look={withinTheYear} />,
      who: event.userId === null ? t("nobody") : <Account {...event} id={event.userId} all={t("allOf")} />,
      what: <What event={event} />,
      address: (
        <p title={event.address ?? undefined} className="max-w-36 truncate">
          <a
            href={doorsAddress({ text: event.address ?? undefined })}
            className="font-mono text-sm underline"
          >
            {event.address}
          </a>
        </p>
      ),
      device: (
        <span className="whitespace-nowrap">
          {event.device === "?" ? account("unknownDevice") : event.device}
        </span>
      ),
    },
  }));
  return (
    <Table
      caption={t("caption")}
      isTight
      columns={columns.map((key) => ({ key, label: t(`columns.${key}`), fills: key === "what" }))}
      rows={rows}
    />
  );
}

function Account({
  id,
  name,
  handle,
  all,
}: Pick<DoorEvent, "name" | "handle"> & { id: string; all: string }) {
  return (
    <div className="flex items-baseline gap-x-2">
      <p title={handle ?? undefined} className="max-w-48 truncate">
        <a href={personPath(id)} className="text-accent underline">
          <bdi>{name}</bdi>
        </a>
      </p>
      <p className="text-sm whitespace-nowrap text-ink-muted">
        <a href={doorsAddress({ user: id })} className="underline">
          {all}
        </a>
      </p>
    </div>
  );
}

/** With how, why or whose, where an event says more than its kind. */
async function What({ event: { kind, details } }: { event: DoorEvent }) {
  const t = await getTranslations("record.doors");
  const { way, maker, why, token, ended } = doorDetails(details);
  const more = [
    way && t(`by.${way}`),
    maker && t("madeBy", { name: maker }),
    why && t(`why.${why}`),
    token && t("token", { token }),
    ended && t("ended", ended),
  ]
    .filter(Boolean)
    .join(", ");
  const what = t(`kinds.${kind}`);
  return (
    <p title={more ? `${what}: ${more}` : what} className="truncate">
      {what} <span className="ml-1 text-sm text-ink-muted">{more}</span>
    </p>
  );
}
