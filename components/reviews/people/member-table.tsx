import { getFormatter, getTranslations } from "next-intl/server";
import { ChangeParts, RemoveReviewMember } from "#components/reviews/people/people-forms.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { Member } from "#lib/reviews/plan/queries.ts";

type Props = {
  slug: string;
  members: readonly Member[];
  /** Admins change parts, until the review has closed. */
  mayChange: boolean;
};

/** By the numbers that figures and files name them by. */
export async function ReviewMembers({ slug, members, mayChange }: Props) {
  const t = await getTranslations("reviews.people");
  const format = await getFormatter();
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "number", label: t("columns.number"), numeric: true },
        { key: "name", label: t("columns.name") },
        { key: "handle", label: t("columns.handle") },
        { key: "parts", label: t("columns.parts") },
        { key: "since", label: t("columns.since") },
        ...(mayChange
          ? [{ key: "actions", label: <span className="sr-only">{t("columns.actions")}</span> }]
          : []),
      ]}
      rows={members.map(({ userId, number, name, handle, role, parts, addedAt, ...member }) => ({
        id: userId,
        cells: {
          number: format.number(number),
          name: (
            <span className="flex flex-wrap items-center gap-2">
              <bdi>{name}</bdi>
              {member.isSimulated && <Badge tone="warning">{t("simulated")}</Badge>}
              {member.removedAt && <Badge>{t("removed")}</Badge>}
              {member.isDeactivated && <Badge tone="danger">{t("deactivated")}</Badge>}
            </span>
          ),
          handle: { text: handle, isCode: true },
          parts: parts.map((part) => t(`parts.${part}.name`)).join(", "),
          since: format.dateTime(addedAt, { dateStyle: "medium" }),
          actions: mayChange && !member.removedAt && (
            <span className="-mx-2 flex">
              <ChangeParts slug={slug} member={{ userId, name, parts, mayLead: role !== "participant" }} />
              <RemoveReviewMember slug={slug} userId={userId} name={name} />
            </span>
          ),
        },
      }))}
    />
  );
}
