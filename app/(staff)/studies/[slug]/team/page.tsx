import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { openStudy } from "#app/(staff)/open-subject.ts";
import { getTranslations } from "next-intl/server";
import { ClientWords } from "#components/shell/client-words.tsx";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { AddResearcher } from "#components/team/membership-forms.tsx";
import { MemberTable } from "#components/team/member-table.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Section } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listCandidates, listMembers } from "#lib/study-members/queries.ts";

export const generateMetadata = nameStudyWindow((t) => t("studies.frame.pages.team"), ["admin"]);

export default async function TeamPage({ params }: PageProps<"/studies/[slug]/team">) {
  const viewer = await requireViewer("admin");
  const study = await openStudy(viewer, params);
  const [members, candidates] = await Promise.all([listMembers(study.id), listCandidates(viewer, study.id)]);
  const t = await getTranslations("team");
  return (
    <ClientWords of={["shell", "studies.errors", "team"]}>
      <StudyFrame study={study} role={viewer.role} page="team" title={t("title")}>
        <p className="measure mb-4 text-ink-muted">{t("intro")}</p>
        {members.length === 0 ? (
          <EmptyState title={t("emptyTitle")} link={{ href: "#add", label: t("add.title") }}>
            {t("emptyBody")}
          </EmptyState>
        ) : (
          <MemberTable studyId={study.id} members={members} />
        )}
        <Section id="add" title={t("add.title")} className="mt-10 grid gap-3">
          {candidates.length > 0 ? (
            <AddResearcher studyId={study.id} people={candidates} />
          ) : (
            <>
              <p className="measure text-ink-muted">{t("add.nobody")}</p>
              <div>
                <ButtonLink href="/admin/people">{t("add.toPeople")}</ButtonLink>
              </div>
            </>
          )}
        </Section>
      </StudyFrame>
    </ClientWords>
  );
}
