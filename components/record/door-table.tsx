import { getFormatter, getTranslations } from "next-intl/server";
import { doorsAddress, personPath } from "#lib/paths.ts";
import { Table } from "#components/ui/table/table.tsx";
import type { DoorEvent } from "#lib/audit/door-queries.ts";
import { doorDetails } from "#lib/audit/door-schema.ts";

export async function DoorTable({ events }: { events: readonly DoorEvent[] }) {
  const t = await getTranslations("record.doors");
  const account = await getTranslations("account");
  const format = await getFormatter();
  const columns = ["at", "who", "what", "address", "device"] as const;
  const rows = events.map((event) => ({
    id: String(event.id),
    cells: {
      at: (
        <time dateTime={event.at.toISOString()} className="figures whitespace-nowrap">
          {format.dateTime(event.at, { dateStyle: "medium", timeStyle: "medium" })}
        </time>
      ),
      who: event.userId === null ? t("nobody") : <Account {...event} id={event.userId} all={t("allOf")} />,
      what: (
        <div className="flex flex-wrap items-baseline gap-x-2">
          <p>{t(`kinds.${event.kind}`)}</p>
          <More details={event.details} />
        </div>
      ),
      address: (
        <a href={doorsAddress({ text: event.address ?? undefined })} className="font-mono text-sm underline">
          {event.address}
        </a>
      ),
      device: event.device === "?" ? account("unknownDevice") : event.device,
    },
  }));
  return (
    <Table
      caption={t("caption")}
      isTight
      columns={columns.map((key) => ({ key, label: t(`columns.${key}`) }))}
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

/** How, why or whose, where an event says more than its kind. */
async function More({ details }: Pick<DoorEvent, "details">) {
  const t = await getTranslations("record.doors");
  const { way, maker, why, token, ended } = doorDetails(details);
  const said = [
    way && t(`by.${way}`),
    maker && t("madeBy", { name: maker }),
    why && t(`why.${why}`),
    token && t("token", { token }),
    ended && t("ended", ended),
  ].filter(Boolean);
  return said.length > 0 && <p className="text-sm text-ink-muted">{said.join(", ")}</p>;
}
