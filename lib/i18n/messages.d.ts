import type { Locale } from "#lib/i18n/locale.ts";
import type en from "#lib/i18n/messages/en.json";

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof en;
  }
}
