import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request.ts";

export const metadata: Metadata = { title: "Studies" };

export default async function StudiesPage() {
  const viewer = await requireViewer("researcher", "admin");
  const t = await getTranslations("studies");
  return (
    <>
      <PageHeader title={t("title")} intro={<p>{t(viewer.role === "admin" ? "introAll" : "intro")}</p>} />
      {viewer.role === "admin" ? (
        <EmptyState title={t("emptyAll")} />
      ) : (
        <EmptyState title={t("emptyTitle")}>{t("emptyBody")}</EmptyState>
      )}
    </>
  );
}
