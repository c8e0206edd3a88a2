import { getFormatter, getTranslations } from "next-intl/server";
import { Link } from "#components/ui/link.tsx";
import { studyPath } from "#lib/paths.ts";
import { AddStudy } from "#components/team/add-to-study.tsx";
import { RemoveMember } from "#components/team/remove-member.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { Membership, OpenStudy } from "#lib/study-members/queries.ts";

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
