import { getLocale, getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import {
  LanguageForm,
  type LanguageProps,
  ThemeForm,
  type ThemeProps,
} from "#components/shell/preference-forms.tsx";
import { locales } from "#lib/i18n/locale.ts";
import { isTheme, themeCookie } from "#lib/preferences/schema.ts";

// Drawn on the server where every kilobyte of script counts. Other frames read what they say, and draw them in the browser.

export async function readThemes(): Promise<ThemeProps> {
  const t = await getTranslations("shell.theme");
  const chosen = (await cookies()).get(themeCookie)?.value;
  const names = { system: t("system"), light: t("light"), dark: t("dark") };
  return { label: t("label"), names, current: isTheme(chosen) ? chosen : "system" };
}

export async function readLanguages(): Promise<LanguageProps> {
  const t = await getTranslations("shell.language");
  const current = await getLocale();
  const others = locales.filter((locale) => locale !== current);
  return { label: t("label"), others: others.map((locale) => ({ locale, name: t(locale) })) };
}

export const ThemeSwitch = async () => <ThemeForm {...await readThemes()} />;

export const LanguageSwitch = async () => <LanguageForm {...await readLanguages()} />;

export const Switches = () => (
  <>
    <LanguageSwitch />
    <ThemeSwitch />
  </>
);
