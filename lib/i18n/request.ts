import { headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { defaultLocale, isLocale, localeHeader } from "#lib/i18n/locale.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };

const messages = { en, "zh-CN": zh };

export default getRequestConfig(async () => {
  const asked = (await headers()).get(localeHeader);
  const locale = isLocale(asked) ? asked : defaultLocale;
  return { locale, messages: messages[locale], timeZone: "UTC" };
});
