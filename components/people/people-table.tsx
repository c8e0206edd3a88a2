import type { ListedUser } from "#lib/users/queries.ts";
import { getTranslations, getFormatter } from "next-intl/server";
import { PersonState } from "#components/people/person-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { personPath } from "#lib/paths.ts";
import { DataTable } from "#components/ui/table/data-table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

export async function PeopleTable({ people, viewerId }: { people: readonly ListedUser[]; viewerId: string }) {
  const t = await getTranslations("people");
  const shell = await getTranslations("shell");
  const table = await getTranslations("table");
  const time = await getTranslations("time");
  const format = await getFormatter();
  const rows = people.map((person) => ({
    id: person.id,
    text: `${person.name} ${person.handle} ${shell(`roles.${person.role}`)}`,
    sort: {
      name: person.name,
      handle: person.handle,
      role: shell(`roles.${person.role}`),
      lastSeen: person.lastSeenAt?.getTime() ?? null,
    },
    cells: {
      name: (
        <>
          <Link href={personPath(person.id)} className="font-medium text-accent underline">
            {person.name}
          </Link>
          {person.id === viewerId && <span className="text-ink-muted"> ({t("you")})</span>}
        </>
      ),
      handle: <span className="font-mono text-sm">{person.handle}</span>,
      role: shell(`roles.${person.role}`),
      state: <PersonState person={person} />,
      lastSeen: person.lastSeenAt ? format.relativeTime(person.lastSeenAt) : time("never"),
    },
  }));
  return (
    <DataTable
      caption={t("caption")}
      columns={[
        { key: "name", label: t("columns.name"), sortable: true },
        { key: "handle", label: t("columns.handle"), sortable: true },
        { key: "role", label: t("columns.role"), sortable: true },
        { key: "state", label: t("columns.state") },
        { key: "lastSeen", label: t("columns.lastSeen"), sortable: true },
      ]}
      rows={rows}
      words={{ filter: table("filter"), shown: table.raw("shown") as string, noMatch: table("noMatch") }}
      empty={<EmptyState title={t("emptyTitle")}>{t("emptyBody")}</EmptyState>}
    />
  );
}
