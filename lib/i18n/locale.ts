export const locales = ["en", "zh-CN"] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = "en";
export const localeCookie = "benchside-language";

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale);

export function chooseLocale(request: { cookie: string | undefined; acceptLanguage: string | null }): Locale {
  if (isLocale(request.cookie)) return request.cookie;
  return preferred(request.acceptLanguage ?? "");
}

function preferred(acceptLanguage: string): Locale {
  const wishes = acceptLanguage
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const weight = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter((wish) => wish.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of wishes) {
    if (tag === "zh" || tag.startsWith("zh-")) return "zh-CN";
    if (tag === "en" || tag.startsWith("en-")) return "en";
  }
  return defaultLocale;
}

/** What isn't written in the reader's language is shown in the other, marked as such. */
export function inLanguage(label: Readonly<Record<Locale, string>>, language: Locale) {
  const other = language === "en" ? "zh-CN" : "en";
  const lang = label[language].trim() === "" ? other : language;
  return { lang, text: label[lang] };
}

/** What need not be written in both: in the language asked for, or in the one there is. */
export const textIn = (said: Readonly<Partial<Record<Locale, string>>>, language: Locale): string =>
  said[language] ?? said.en ?? said["zh-CN"] ?? "";
