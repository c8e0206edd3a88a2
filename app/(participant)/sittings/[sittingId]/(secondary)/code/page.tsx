import { nameWindow } from "#app/(staff)/window-names.ts";
import { getTranslations } from "next-intl/server";
import { Code } from "#app/(participant)/sittings/[sittingId]/(secondary)/shared-parts.tsx";
import { requireOwnPlace } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { readNote } from "#lib/auth/secrets/noted-passphrase.ts";

export const generateMetadata = nameWindow((t) => t("menu.code"));

/** What one comes back with, in the middle of it, too. */
export default async function CodePage({ params }: PageProps<"/sittings/[sittingId]/code">) {
  const { viewer, place } = await requireOwnPlace(params);
  const t = await getTranslations("menu");
  return (
    <div className="grid gap-8">
      <PageTitle>{t("code")}</PageTitle>
      <Code
        viewer={viewer}
        place={place}
        passphrase={place.state === "consented" ? await readNote(viewer) : null}
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
