import { getLocale, getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import clsx from "clsx";
import { buttonClass } from "#components/ui/button.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { locales } from "#lib/i18n/locale.ts";
import { chooseLanguage, chooseTheme } from "#lib/preferences/actions.ts";
import { isTheme, themeCookie, themes } from "#lib/preferences/schema.ts";

const themeIcons = { system: "screen", light: "sun", dark: "moon" } as const;

/** Plain forms: they work before, and without, any script. */
export async function ThemeSwitch() {
  const t = await getTranslations("shell.theme");
  const chosen = (await cookies()).get(themeCookie)?.value;
  const current = isTheme(chosen) ? chosen : "system";
  return (
    <form action={chooseTheme}>
      <div role="group" aria-label={t("label")} className="flex">
        {themes.map((theme) => (
          <button
            key={theme}
            name="theme"
            value={theme}
            aria-pressed={theme === current}
            aria-label={t(theme)}
            title={t(theme)}
            className={buttonClass({ variant: theme === current ? "secondary" : "quiet", size: "icon" })}
          >
            <ControlIcon name={themeIcons[theme]} />
          </button>
        ))}
      </div>
    </form>
  );
}

export async function LanguageSwitch() {
  const t = await getTranslations("shell.language");
  const current = await getLocale();
  return (
    <form action={chooseLanguage}>
      <div role="group" aria-label={t("label")} className="flex">
        {locales
          .filter((locale) => locale !== current)
          .map((locale) => (
            <button
              key={locale}
              name="language"
              value={locale}
              lang={locale}
              className={clsx(buttonClass({ variant: "quiet" }), "max-sm:px-2")}
            >
              {t(locale)}
            </button>
          ))}
      </div>
    </form>
  );
}
