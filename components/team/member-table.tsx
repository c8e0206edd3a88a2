import { getFormatter, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { personPath, studyPath } from "#lib/paths.ts";
import { RemoveMember, AddStudy } from "#components/team/membership-forms.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { Member, Membership, OpenStudy } from "#lib/study-members/queries.ts";

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

type Props = {
  person: { id: string; name: string; role: "admin" | "researcher" };
  memberships: readonly Membership[];
  others: readonly OpenStudy[];
  /** Somebody deactivated is added to nothing. */
  mayAdd: boolean;
};

/** The studies of one person. */
export async function Memberships({ person, memberships, others, mayAdd }: Props) {
  const t = await getTranslations("team.person");
  const states = await getTranslations("studies.states");
  const format = await getFormatter();
  const { name } = person;
  const isResearcher = person.role === "researcher";
  return (
    <section aria-labelledby="studies" className="grid gap-3 border-t border-line py-6">
      <h2 id="studies" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{isResearcher ? t("about") : t("aboutAdmin", { name })}</p>
      {memberships.length === 0 ? (
        isResearcher && <p>{t("none", { name })}</p>
      ) : (
        <Table
          caption={t("caption", { name })}
          columns={[
            { key: "study", label: t("columns.study") },
            { key: "state", label: t("columns.state") },
            { key: "since", label: t("columns.since") },
            { key: "actions", label: <span className="sr-only">{t("columns.actions")}</span> },
          ]}
          rows={memberships.map(({ studyId, slug, title, state, addedAt }) => ({
            id: studyId,
            cells: {
              study: (
                <Link href={studyPath(slug)} className="wrap-anywhere text-accent underline">
                  <bdi>{title}</bdi>
                </Link>
              ),
              state: states(`${state}.name`),
              since: format.dateTime(addedAt, { dateStyle: "medium" }),
              actions: <RemoveMember studyId={studyId} name={name} userId={person.id} from={title} />,
            },
          }))}
        />
      )}
      {isResearcher && mayAdd && others.length > 0 && <AddStudy person={person} studies={others} />}
      {isResearcher && mayAdd && others.length === 0 && memberships.length > 0 && (
        <p className="text-ink-muted">{t("allAlready", { name })}</p>
      )}
    </section>
  );
}
