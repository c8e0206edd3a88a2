import { type Messages, type NamespaceKeys, type NestedKeyOf } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { WrittenWords } from "#components/shell/written-words.tsx";

type Path = NamespaceKeys<Messages, NestedKeyOf<Messages>>;
type Props = { of: readonly Path[]; children: ReactNode };

const written = new Map<string, string>();

/** What the parts of a page that run in the browser say: these messages go there with every page, so no others. */
export async function ClientWords({ of, children }: Props) {
  const locale = await getLocale();
  const key = [locale, ...of].join(" ");
  const words = written.get(key) ?? JSON.stringify(pick(await getMessages(), of));
  written.set(key, words);
  return (
    <WrittenWords locale={locale} words={words}>
      {children}
    </WrittenWords>
  );
}

function pick(all: Messages, of: readonly Path[]) {
  const picked: Record<string, unknown> = {};
  for (const path of of) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let from = all as Record<string, unknown>;
    let to = picked;
    for (const name of names) {
      from = from[name] as Record<string, unknown>;
      to = (to[name] ??= {}) as Record<string, unknown>;
    }
    to[last] = from[last];
  }
  return picked;
}
