import { getNow, getTranslations } from "next-intl/server";
import { Devices } from "#components/doors/devices.tsx";
import { OwnPassword } from "#components/doors/own-password.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader, Section } from "#components/ui/page-header.tsx";
import { listOwnTokens } from "#lib/api-tokens/queries.ts";
import { mustGiveCurrent } from "#lib/auth/secrets/own-secret.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listOwnSignIns } from "#lib/auth/sign-in/sign-ins.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("account.title"));

export default async function AccountPage() {
  const viewer = await requireViewer("researcher", "admin");
  const [devices, asksCurrent, own, now] = await Promise.all([
    listOwnSignIns(viewer),
    mustGiveCurrent(viewer),
    listOwnTokens(viewer),
    getNow(),
  ]);
  const inUse = own.filter(({ expiresAt }) => expiresAt > now).map(({ name }) => name);
  const t = await getTranslations("account");
  const factor = await getTranslations("secondFactor");
  const tokens = await getTranslations("apiTokens");
  return (
    <div className="max-w-2xl">
      <PageHeader
        title={t("title")}
        intro={
          <p>
            {t("handle")}: <strong className="text-ink">{viewer.handle}</strong>
          </p>
        }
      />
      <div className="grid gap-12">
        <Section id="password" title={t("passwordTitle")}>
          <OwnPassword
            handle={viewer.handle}
            hasOne={viewer.hasSecret}
            asksCurrent={asksCurrent}
            tokens={inUse}
          />
        </Section>
        <Section id="second-factor" title={factor("title")}>
          <p className="text-ink-muted">{factor("accountIntro")}</p>
          <div>
            <ButtonLink href="/account/second-factor">{factor("accountLink")}</ButtonLink>
          </div>
        </Section>
        <Section id="tokens" title={tokens("title")}>
          <p className="text-ink-muted">{tokens("accountIntro")}</p>
          <div>
            <ButtonLink href="/account/tokens">{tokens("accountLink")}</ButtonLink>
          </div>
        </Section>
        <Devices devices={devices} current={viewer.signInId} tokens={inUse} />
      </div>
    </div>
  );
}
