import { getTranslations } from "next-intl/server";
import { ClientWords } from "#components/shell/client-words.tsx";
import { acrossPath, newStudyPath } from "#lib/paths.ts";
import { StudyTable } from "#components/studies/study-table.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listStudies } from "#lib/studies/queries.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("studies.title"));

export default async function StudiesPage() {
  const viewer = await requireViewer("researcher", "admin");
  const studies = await listStudies(viewer);
  const t = await getTranslations("studies");
  const across = await getTranslations("resultsAcross");
  const isAdmin = viewer.role === "admin";
  const archived = studies.filter(({ state }) => state === "archived");
  const current = studies.filter(({ state }) => state !== "archived");
  const newStudy = (
    <ButtonLink href={newStudyPath} variant="primary">
      {t("newStudy")}
    </ButtonLink>
  );
  return (
    <ClientWords of={["shell", "studies"]}>
      <PageHeader
        title={t("title")}
        intro={<p>{t(isAdmin ? "introAll" : "intro")}</p>}
        actions={
          studies.length > 0 && (
            <>
              <ButtonLink href={acrossPath()}>{across("link")}</ButtonLink>
              {isAdmin && newStudy}
            </>
          )
        }
      />
      {studies.length === 0 && (
        <EmptyState title={t(isAdmin ? "emptyAll" : "emptyTitle")} {...(isAdmin ? { action: newStudy } : {})}>
          {t(isAdmin ? "emptyAllBody" : "emptyBody")}
        </EmptyState>
      )}
      {current.length > 0 && <StudyTable studies={current} caption={t("caption")} isAdmin={isAdmin} />}
      {archived.length > 0 && (
        <>
          {current.length === 0 && <p className="text-ink-muted">{t("allArchived")}</p>}
          <details className="mt-8">
            <summary className="target w-fit cursor-pointer py-2 font-medium text-accent">
              {t("archived", { count: archived.length })}
            </summary>
            <div className="mt-3">
              <StudyTable
                studies={archived}
                caption={t("archivedCaption")}
                isAdmin={isAdmin}
                name="archived"
              />
            </div>
          </details>
        </>
      )}
    </ClientWords>
  );
}
