import { getLocale, getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { LanguageForm, ThemeForm } from "#components/shell/preference-forms.tsx";
import { locales } from "#lib/i18n/locale.ts";
import { isTheme, themeCookie } from "#lib/preferences/schema.ts";

export async function ThemeSwitch() {
  const t = await getTranslations("shell.theme");
  const chosen = (await cookies()).get(themeCookie)?.value;
  const names = { system: t("system"), light: t("light"), dark: t("dark") };
  return <ThemeForm label={t("label")} names={names} current={isTheme(chosen) ? chosen : "system"} />;
}

export async function LanguageSwitch() {
  const t = await getTranslations("shell.language");
  const current = await getLocale();
  const others = locales.filter((locale) => locale !== current);
  return <LanguageForm label={t("label")} others={others.map((locale) => ({ locale, name: t(locale) }))} />;
}
