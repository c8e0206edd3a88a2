import { useTranslations } from "next-intl";
import { ButtonLink } from "#components/ui/button.tsx";
import { preregistrationAddress } from "#lib/paths.ts";

/** The plan in words, to be taken to a registry; that of a draft says that it is none yet. */
export function PreregistrationLinks({ slug, isFrozen }: { slug: string; isFrozen: boolean }) {
  const t = useTranslations("builder.preregistration");
  return (
    <section aria-labelledby="preregistration" className="grid gap-3 border-t border-line pt-6">
      <h2 id="preregistration" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{t(isFrozen ? "frozen" : "draft")}</p>
      <p className="flex flex-wrap gap-3">
        {(["md", "text"] as const).map((format) => (
          <ButtonLink key={format} href={preregistrationAddress(slug, format)} download>
            {t(format)}
          </ButtonLink>
        ))}
      </p>
    </section>
  );
}
