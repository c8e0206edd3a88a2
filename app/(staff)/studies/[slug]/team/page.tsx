import { nameStudyWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { StudyFrame } from "#components/studies/study-frame.tsx";
import { AddResearcher } from "#components/team/membership-forms.tsx";
import { MemberTable } from "#components/team/member-table.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { getStudyAt } from "#lib/studies/queries.ts";
import { listCandidates, listMembers } from "#lib/study-members/queries.ts";

export const generateMetadata = nameStudyWindow((t) => t("studies.frame.pages.team"), ["admin"]);

export default async function TeamPage({ params }: PageProps<"/studies/[slug]/team">) {
  const viewer = await requireViewer("admin");
  const study = await getStudyAt(viewer, (await params).slug);
  if (!study) notFound();
  const [members, candidates] = await Promise.all([listMembers(study.id), listCandidates(viewer, study.id)]);
  const t = await getTranslations("team");
  return (
    <StudyFrame study={study} role={viewer.role} page="team" title={t("title")}>
      <p className="measure mb-4 text-ink-muted">{t("intro")}</p>
      {members.length === 0 ? (
        <EmptyState title={t("emptyTitle")}>{t("emptyBody")}</EmptyState>
      ) : (
        <MemberTable studyId={study.id} members={members} />
      )}
      <section aria-labelledby="add" className="mt-10 grid gap-3">
        <h2 id="add" className="text-xl font-semibold">
          {t("add.title")}
        </h2>
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
      </section>
    </StudyFrame>
  );
}
