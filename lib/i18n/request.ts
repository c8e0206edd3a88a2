import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { chooseLocale, localeCookie } from "#lib/i18n/locale.ts";
import { messages } from "#lib/i18n/words.ts";

export default getRequestConfig(async () => {
  // Not decided before the render: the page that answers a change of language has to see the new cookie.
  const locale = chooseLocale({
    cookie: (await cookies()).get(localeCookie)?.value,
    acceptLanguage: (await headers()).get("accept-language"),
  });
  return { locale, messages: messages[locale], timeZone: "UTC" };
});
