import type { Locale } from "#lib/i18n/locale.ts";

const primary = (language: string): string => language.split("-", 1)[0] ?? "";

/** Whether a passage is in another language than its reader chose; regions and scripts of one language are the same. */
export const isOther = (language: string, reader: Locale): boolean => primary(language) !== primary(reader);

/** As the reader calls it. */
export function formatLanguage(language: string, reader: Locale): string {
  try {
    return new Intl.DisplayNames(reader, { type: "language" }).of(primary(language)) ?? language;
  } catch {
    return language;
  }
}
