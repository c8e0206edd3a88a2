import { createTranslator, type NamespaceKeys, type NestedKeyOf } from "use-intl/core";
import type { Locale } from "#lib/i18n/locale.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };

type Messages = typeof en;
type Namespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>;

export const messages: Readonly<Record<Locale, Messages>> = { en, "zh-CN": zh as unknown as Messages };
const kept = new Map<string, unknown>();

const create = <N extends Namespace>(locale: Locale, namespace: N) =>
  createTranslator<Messages, N>({ locale, messages: messages[locale], namespace });

/** The words of a namespace outside of a page: in a drawing or a file, in whichever language it is asked for. */
export function wordsIn<N extends Namespace>(locale: Locale, namespace: N): ReturnType<typeof create<N>> {
  const key = `${locale} ${namespace}`;
  if (!kept.has(key)) kept.set(key, create(locale, namespace));
  return kept.get(key) as ReturnType<typeof create<N>>;
}
