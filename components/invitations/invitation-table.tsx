import { getFormatter, getTranslations } from "next-intl/server";
import { ManageInvitation } from "#components/invitations/manage.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { ListedInvitation } from "#lib/invitations/queries.ts";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { invitationStates, type InvitationState } from "#lib/invitations/schema.ts";

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
    const { id, number, recruitment, state, uses, maxUses, publicCode, expiresAt } = row;
    const lastDay = expiresAt?.toISOString().slice(0, 10) ?? "";
    const actions = actionsOf(row);
    const people = format.list(row.sittings.map((number) => t("person", { number })));
    const isPersonal = recruitment === "invitation";
    return {
      id,
      cells: {
        number: <span className="figures">{format.number(number)}</span>,
        way: (
          <span className="flex flex-wrap items-center gap-2">
            {t(`ways.${recruitment}`)}
            {row.isSimulated && <Badge tone="warning">{t("simulated")}</Badge>}
          </span>
        ),
        cohort: row.cohort && <bdi>{row.cohort}</bdi>,
        state: (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[state]}>{t(`states.${isPersonal ? state : publicStates[state]}`)}</Badge>
            {row.replacedBy !== null && t("replacedBy", { number: row.replacedBy })}
            {isPersonal && people}
          </span>
        ),
        uses: t("uses", { uses, most: maxUses }),
        made: day(row.createdAt),
        lastDay: expiresAt && day(expiresAt),
        actions: canManage && Object.values(actions).some(Boolean) && (
          <ManageInvitation
            key={`${id} ${lastDay} ${maxUses}`}
            studyId={studyId}
            base={base}
            invitation={{ id, number, recruitment, state, uses, maxUses, publicCode, lastDay }}
            actions={actions}
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

/** All of them, or those in one state. */
export async function StateLinks({ path, state }: { path: string; state: InvitationState | null }) {
  const t = await getTranslations("invitations.table");
  const items = [null, ...invitationStates].map((one) => ({
    href: one ? `${path}?state=${one}` : path,
    label: t(`filters.${one ?? "all"}`),
    current: one === state,
  }));
  return <TabLinks label={t("filter")} items={items} />;
}

/** What can be done with it. A personal one that is used has let its person in: nothing of it is left to end. */
function actionsOf({ recruitment, state, publicCode }: ListedInvitation) {
  const isAlive = state !== "replaced" && state !== "revoked";
  const isSpent = recruitment === "invitation" && state === "used";
  return {
    link: isAlive && publicCode !== null,
    extend: isAlive && !isSpent,
    reissue: isAlive,
    revoke: isAlive && !isSpent,
  };
}
