import { getFormatter, getTranslations } from "next-intl/server";
import { actionsOf, managed } from "#components/invitations/invitation-row.ts";
import { ManageInvitation } from "#components/invitations/manage.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { ListedInvitation } from "#lib/invitations/queries.ts";

type Props = {
  studyId: string;
  base: string;
  invitations: readonly ListedInvitation[];
  /** False once the study is closed. */
  canManage: boolean;
};

const tones = {
  waiting: "info",
  used: "success",
  expired: "warning",
  revoked: "neutral",
  replaced: "neutral",
} as const;
/** A link for many is not unused after the first, and not used up before the last. */
const publicStates = {
  waiting: "open",
  used: "full",
  expired: "expired",
  revoked: "revoked",
  replaced: "replaced",
} as const;
const columns = ["number", "way", "cohort", "state", "uses", "made", "lastDay", "actions"] as const;

export async function InvitationTable({ studyId, base, invitations, canManage }: Props) {
  const t = await getTranslations("invitations.table");
  const format = await getFormatter();
  const day = (date: Date) => format.dateTime(date, { dateStyle: "medium" });
  const rows = invitations.map((row) => {
    const invitation = managed(row);
    const people = format.list(row.sittings.map((number) => t("person", { number })));
    const isPersonal = row.recruitment === "invitation";
    return {
      id: row.id,
      cells: {
        number: <span className="figures">{format.number(row.number)}</span>,
        way: (
          <span className="flex flex-wrap items-center gap-2">
            {t(`ways.${row.recruitment}`)}
            {row.isSimulated && <Badge tone="warning">{t("simulated")}</Badge>}
          </span>
        ),
        cohort: row.cohort && <bdi>{row.cohort}</bdi>,
        state: (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[row.state]}>
              {t(`states.${isPersonal ? row.state : publicStates[row.state]}`)}
            </Badge>
            {row.replacedBy !== null && t("replacedBy", { number: row.replacedBy })}
            {isPersonal && people}
          </span>
        ),
        uses: t("uses", { uses: row.uses, most: row.maxUses }),
        made: day(row.createdAt),
        lastDay: row.expiresAt && day(row.expiresAt),
        actions: canManage && Object.values(actionsOf(invitation)).some(Boolean) && (
          <ManageInvitation
            key={`${row.id} ${invitation.lastDay} ${invitation.maxUses}`}
            studyId={studyId}
            base={base}
            invitation={invitation}
          />
        ),
      },
    };
  });
  const drawn = columns.map((key) => ({
    key,
    label: t(`columns.${key}`),
    numeric: key === "uses",
    mayGo: key === "cohort" || key === "lastDay" || key === "actions",
  }));
  return (
    <>
      <Table caption={t("caption")} columns={drawn} rows={rows} />
      <EmptyColumns columns={drawn.filter(({ key }) => key !== "actions")} rows={rows} />
    </>
  );
}
