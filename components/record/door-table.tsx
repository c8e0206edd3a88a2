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
  const rows = events.map((it) => ({
    id: String(it.id),
    cells: {
      at: (
        <time dateTime={it.at.toISOString()} className="figures whitespace-nowrap">
          {format.dateTime(it.at, { dateStyle: "medium", timeStyle: "medium" })}
        </time>
      ),
      who: it.userId === null ? t("nobody") : <Account {...it} id={it.userId} all={t("allOf")} />,
      what: (
        <div className="min-w-40">
          <p>{t(`kinds.${it.kind}`)}</p>
          <More details={it.details} />
        </div>
      ),
      address: (
        <a href={doorsAddress({ text: it.address ?? undefined })} className="font-mono text-sm underline">
          {it.address}
        </a>
      ),
      device: it.device === "?" ? account("unknownDevice") : it.device,
    },
  }));
  return (
    <Table
      caption={t("caption")}
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
    <div className="min-w-32 wrap-anywhere">
      <p>
        <a href={personPath(id)} className="text-accent underline">
          <bdi>{name}</bdi>
        </a>
      </p>
      <p className="text-sm text-ink-muted">
        <bdi>{handle}</bdi> ·{" "}
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
