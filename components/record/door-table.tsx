import { getFormatter, getTranslations } from "next-intl/server";
import { doorsAddress, personPath } from "#lib/paths.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { DoorEvent } from "#lib/audit/queries.ts";
import { doorDetails } from "#lib/audit/schema.ts";

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
  const format = await getFormatter();
  const columns = ["at", "who", "what", "address", "device"] as const;
  const rows = events.map((event) => ({
    id: String(event.id),
    cells: {
      at: (
        <time
          dateTime={event.at.toISOString()}
          title={format.dateTime(event.at, { dateStyle: "long", timeStyle: "long" })}
          className="figures whitespace-nowrap"
        >
          {format.dateTime(event.at, withinTheYear)}
        </time>
      ),
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
