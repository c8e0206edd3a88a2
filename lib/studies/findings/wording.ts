import type { Locale } from "#lib/i18n/locale.ts";
import { formatLanguage } from "#lib/i18n/other-language.ts";
import type { Finding } from "#lib/studies/schema.ts";

/** All messages, in the reader's language: whoever made them. */
type Words = { (key: never, values?: never): string; has: (key: never) => boolean };
type Value = string | number;

/** Under which key of the messages each item of a list of codes has its name. */
const labels = {
  fields: (code: string) => `builderWords.words.ethics.${code}.name`,
  parts: (code: string) => `builderWords.words.parts.${code}.name`,
  kinds: (code: string) => `cases.filter.kinds.${code}`,
};

/** A finding as its reader calls things. A code that has no words yet is better shown than swallowed. */
export function formatFinding(t: Words, { code, values = {} }: Finding, reader: Locale): string {
  const key = `builder.findings.${code}` as never;
  const named = Object.entries(values).map(([name, value]) => [name, formatValue(t, name, value, reader)]);
  return t.has(key) ? t(key, Object.fromEntries(named) as never) : code;
}

function formatValue(t: Words, name: string, value: Value, reader: Locale): Value {
  if (typeof value !== "string") return value;
  const formatKey = (key: string) => (t.has(key as never) ? t(key as never) : null);
  const ofLanguage = (code: string) =>
    formatKey(`builderWords.words.languages.${code}`) ?? formatLanguage(code, reader);
  const list = (word: (code: string) => string) =>
    new Intl.ListFormat(reader).format(value.split(", ").map(word));
  if (name === "part")
    return formatKey(`builder.textParts.${value}`) ?? t("builder.textParts.other" as never);
  if (name === "language") return ofLanguage(value);
  if (name === "languages") return list(ofLanguage);
  if (!Object.hasOwn(labels, name)) return value;
  const keyOf = labels[name as keyof typeof labels];
  return list((code) => `“${formatKey(keyOf(code)) ?? code}”`);
}
