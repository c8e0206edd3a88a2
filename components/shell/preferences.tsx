import { getLocale, getTranslations } from "next-intl/server";
import { cookies } from "next/headers";
import { LanguageForm, ThemeForm } from "#components/shell/preference-forms.tsx";
import { locales } from "#lib/i18n/locale.ts";
import { isTheme, themeCookie } from "#lib/preferences/schema.ts";

// Drawn on the server where every kilobyte of script counts, else in the browser: see sent-preference-forms.tsx.

export async function ThemeSwitch({ Form = ThemeForm }: { Form?: typeof ThemeForm }) {
  const t = await getTranslations("shell.theme");
  const chosen = (await cookies()).get(themeCookie)?.value;
  const names = { system: t("system"), light: t("light"), dark: t("dark") };
  return <Form label={t("label")} names={names} current={isTheme(chosen) ? chosen : "system"} />;
}

export async function LanguageSwitch({ Form = LanguageForm }: { Form?: typeof LanguageForm }) {
  const t = await getTranslations("shell.language");
  const current = await getLocale();
  const others = locales.filter((locale) => locale !== current);
  return <Form label={t("label")} others={others.map((locale) => ({ locale, name: t(locale) }))} />;
}
