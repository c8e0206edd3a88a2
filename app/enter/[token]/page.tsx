import { nameWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { EnterForm } from "#components/doors/enter-form.tsx";
import { formatPersonName } from "#components/shell/person-name.ts";
import { PublicFrame } from "#components/shell/public-frame.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { inspectLink } from "#lib/auth/sign-in/ways-in.ts";
import { getViewer } from "#lib/auth/request/request.ts";

export const generateMetadata = nameWindow((t) => t("signIn.title"));

export default async function EnterPage({ params }: PageProps<"/enter/[token]">) {
  const { token } = await params;
  const t = await getTranslations("enter");
  const signIn = await getTranslations("signIn");
  const link = await inspectLink(token);
  const viewer = await getViewer();
  if (!link.ok) {
    return (
      <PublicFrame title={t(`errors.${link.error}.title`)}>
        <p>{t(`errors.${link.error}.body`)}</p>
        <div className="flex flex-wrap gap-3">
          {viewer ? (
            <ButtonLink href="/" variant="primary">
              {t("toHome")}
            </ButtonLink>
          ) : (
            <ButtonLink href="/sign-in">{t("toSignIn")}</ButtonLink>
          )}
        </div>
      </PublicFrame>
    );
  }
  const { role } = link.value;
  const name = await formatPersonName(link.value.name);
  const other = viewer && viewer.name !== link.value.name ? await formatPersonName(viewer.name) : null;
  return (
    <PublicFrame title={t("title", { name })}>
      {other !== null && <Callout tone="warning">{t("alreadyOther", { other })}</Callout>}
      <p>{t(`roles.${role}`)}</p>
      <p>{t("whatHappens")}</p>
      <EnterForm
        token={token}
        words={{
          submit: t("submit", { name }),
          busy: t("busy"),
          refused: t("errors.used.body"),
          ...(role !== "participant" && { keep: { label: signIn("keep"), hint: signIn("keepHint") } }),
        }}
      />
      <p className="text-sm text-ink-muted">{t("notYou", { name })}</p>
    </PublicFrame>
  );
}
