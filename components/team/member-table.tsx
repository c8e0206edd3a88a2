import { getFormatter, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { personPath } from "#lib/paths.ts";
import { RemoveMember } from "#components/team/remove-member.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { Member } from "#lib/study-members/queries.ts";

export async function MemberTable({ studyId, members }: { studyId: string; members: readonly Member[] }) {
  const t = await getTranslations("team");
  const format = await getFormatter();
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "name", label: t("columns.name") },
        { key: "handle", label: t("columns.handle") },
        { key: "since", label: t("columns.since") },
        { key: "lastSeen", label: t("columns.lastSeen") },
        { key: "actions", label: <span className="sr-only">{t("columns.actions")}</span> },
      ]}
      rows={members.map(({ userId, name, handle, role, isDeactivated, addedAt, lastSeenAt }) => ({
        id: userId,
        cells: {
          name: (
            <span className="flex flex-wrap items-center gap-2">
              <Link href={personPath(userId)} className="text-accent underline">
                <bdi>{name}</bdi>
              </Link>
              {role === "admin" && <Badge tone="info">{t("asAdmin")}</Badge>}
              {isDeactivated && <Badge tone="danger">{t("deactivated")}</Badge>}
            </span>
          ),
          handle: <code className="font-mono text-sm">{handle}</code>,
          since: format.dateTime(addedAt, { dateStyle: "medium" }),
          lastSeen: lastSeenAt ? format.relativeTime(lastSeenAt) : t("never"),
          actions: <RemoveMember studyId={studyId} userId={userId} name={name} />,
        },
      }))}
    />
  );
}
