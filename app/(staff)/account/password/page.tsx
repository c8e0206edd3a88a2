import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { OwnPassword } from "#components/doors/own-password.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request.ts";
import { homes } from "#lib/auth/roles.ts";

export const metadata: Metadata = { title: "Choose a password" };

/** Where staff land on their first entry; once a password is set, the way leads on. */
export default async function FirstPasswordPage() {
  const viewer = await requireViewer("researcher", "admin");
  if (viewer.hasSecret) redirect(homes[viewer.role]);
  const t = await getTranslations("setPassword");
  return (
    <div className="grid max-w-2xl gap-6">
      <PageHeader title={t("title")} intro={<p>{t("intro", { handle: viewer.handle })}</p>} />
      <OwnPassword handle={viewer.handle} hasOne={false} asksCurrent={false} next={homes[viewer.role]} />
      <div>
        <ButtonLink href={homes[viewer.role]} variant="quiet">
          {t("later")}
        </ButtonLink>
      </div>
    </div>
  );
}
