import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request.ts";
import { countUsers } from "#lib/users/queries.ts";

export const metadata: Metadata = { title: "Workbench" };

export default async function WorkbenchPage() {
  const viewer = await requireViewer("admin");
  const counts = await countUsers(viewer);
  const t = await getTranslations("admin");
  return (
    <>
      <PageHeader title={t("title")} intro={<p>{t("intro")}</p>} />
      <EmptyState
        title={t("emptyTitle")}
        action={
          <>
            <ButtonLink href="/admin/benchmarks" variant="primary">
              {t("toBenchmarks")}
            </ButtonLink>
            <ButtonLink href="/admin/people">{t("toPeople")}</ButtonLink>
          </>
        }
      >
        <p>{t("emptyBody")}</p>
        <p className="figures mt-2 text-sm">{t("counts", counts)}</p>
      </EmptyState>
    </>
  );
}
