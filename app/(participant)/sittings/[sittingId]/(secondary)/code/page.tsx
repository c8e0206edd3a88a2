import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { requireOwnPlace } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { OwnCode } from "#components/sitting/entry/own-code.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { readNote } from "#lib/auth/secrets/noted-passphrase.ts";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { mustGiveCurrent } from "#lib/auth/secrets/own-secret.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("menu");
  return { title: t("code") };
}

/** What one comes back with, in the middle of it, too. */
export default async function CodePage({ params }: PageProps<"/sittings/[sittingId]/code">) {
  const { viewer, place } = await requireOwnPlace(params);
  const t = await getTranslations("menu");
  const { sitting } = await getMessages();
  return (
    <div className="grid gap-8">
      <PageTitle>{t("code")}</PageTitle>
      <OwnCode
        title={place.words.title}
        language={place.language}
        handle={viewer.handle}
        hasSecret={viewer.hasSecret}
        asksCurrent={await mustGiveCurrent(viewer)}
        passphrase={place.state === "consented" ? await readNote(viewer) : null}
        address={await absoluteUrl("/sign-in?as=participant")}
        words={sitting.own}
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={`/sittings/${place.id}?back=1`} variant="primary">
          {t("back")}
        </ButtonLink>
        <ButtonLink href="/come-back">{t("devices")}</ButtonLink>
      </div>
    </div>
  );
}
