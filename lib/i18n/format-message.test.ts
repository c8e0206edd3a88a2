import { createTranslator } from "use-intl/core";
import { expect, test } from "vitest";
import formatMessage from "#lib/i18n/format-message.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };

type Translate = (key: string, values: object) => string;
type Options = Parameters<typeof formatMessage>[3];
const options = (locale: string): Options =>
  ({ locale, timeZone: "UTC", cache: {}, formatters: {} }) as unknown as Options;

/** Each message by its path. */
const list = (messages: object, path = ""): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]: [string, unknown]) => {
    const at = path ? `${path}.${key}` : key;
    return typeof value === "string" ? [[at, value]] : list(value as object, at);
  });

test("says what next-intl's own says, the second time as well", () => {
  const languages: [Locale, Record<string, unknown>][] = [
    ["en", en],
    ["zh-CN", zh],
  ];
  for (const [locale, messages] of languages) {
    const t = createTranslator({ locale, messages, timeZone: "UTC", onError: () => {} }) as Translate;
    const plain = list(messages).filter(
      ([, message]) =>
        /\{(n|count|people|name|title)\b/.test(message) &&
        !/<|\{(?!(?:n|count|people|name|title)\b)\w+/.test(message),
    );
    expect(plain.length).toBeGreaterThan(50);
    for (const [key, message] of plain)
      for (const n of [1, 1234]) {
        const values = { n, count: n, people: n, name: "李 Ana", title: "Night watch" };
        const said = formatMessage(key, message, values, options(locale));
        expect([key, said]).toEqual([key, t(key, values)]);
      }
  }
});
