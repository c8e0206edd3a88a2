import { useFormatter, useLocale, useTranslations } from "next-intl";
import { formatLanguage } from "#lib/i18n/other-language.ts";
import type { LanguageCount } from "#lib/studies/languages.ts";

/** How many of the cases are in which language: people meet those of the other one, too. */
export function LanguageCounts({ counts }: { counts: readonly LanguageCount[] }) {
  const t = useTranslations("builder.languages");
  const format = useFormatter();
  const locale = useLocale();
  const [only, another] = counts;
  if (!only) return null;
  if (!another)
    return (
      <p className="text-sm text-ink-muted">
        {t("one", { language: formatLanguage(only.language, locale) })}
      </p>
    );
  const each = counts.map(({ language, cases }) =>
    t("each", { cases, language: formatLanguage(language, locale) }),
  );
  return <p className="text-sm text-ink-muted">{t("several", { each: format.list(each) })}</p>;
}
