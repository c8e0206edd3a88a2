import { getTranslations } from "next-intl/server";
import { OwnPassword } from "#components/doors/own-password.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { mustGiveCurrent } from "#lib/auth/secrets/own-secret.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import { homes } from "#lib/auth/roles.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("account.passwordTitle"));

/** Where staff land on their first entry, and where password managers lead; once a password is set, the way leads on. */
export default async function PasswordPage() {
  const viewer = await requireViewer("researcher", "admin");
  const t = await getTranslations();
  const home = homes[viewer.role];
  return (
    <div className="grid max-w-2xl gap-6">
      <PageHeader
        {...(viewer.hasSecret && { path: { href: "/account", name: t("account.title") } })}
        title={t(viewer.hasSecret ? "password.title" : "setPassword.title")}
        intro={!viewer.hasSecret && <p>{t("setPassword.intro", { handle: viewer.handle })}</p>}
      />
      <OwnPassword
        handle={viewer.handle}
        hasOne={viewer.hasSecret}
        asksCurrent={await mustGiveCurrent(viewer)}
        next={home}
      />
      <div>
        <ButtonLink href={home} variant="quiet">
          {t("setPassword.later")}
        </ButtonLink>
      </div>
    </div>
  );
}
