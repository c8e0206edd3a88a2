import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { chooseLocale, localeCookie } from "#lib/i18n/locale.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };

const messages = { en, "zh-CN": zh };

export default getRequestConfig(async () => {
  // Not decided before the render: the page that answers a change of language has to see the new cookie.
  const locale = chooseLocale({
    cookie: (await cookies()).get(localeCookie)?.value,
    acceptLanguage: (await headers()).get("accept-language"),
  });
  return { locale, messages: messages[locale], timeZone: "UTC" };
});
