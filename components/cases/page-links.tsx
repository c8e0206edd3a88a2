import { getTranslations } from "next-intl/server";
import { ButtonLink } from "#components/ui/button.tsx";

/** `addressOf` keeps everything that the address asks for but the page. */
export async function PageLinks({
  page,
  pages,
  addressOf,
}: {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
}) {
  const t = await getTranslations("cases.pages");
  if (pages < 2) return null;
  return (
    <nav aria-label={t("label")} className="mt-6 flex flex-wrap items-center gap-3">
      {page > 1 && (
        <ButtonLink href={addressOf(page - 1)} rel="prev">
          {t("previous")}
        </ButtonLink>
      )}
      <span className="figures text-ink-muted">{t("here", { page, pages })}</span>
      {page < pages && (
        <ButtonLink href={addressOf(page + 1)} rel="next">
          {t("next")}
        </ButtonLink>
      )}
    </nav>
  );
}
