import { type Messages, type NamespaceKeys, type NestedKeyOf, NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

type Props = { of: readonly NamespaceKeys<Messages, NestedKeyOf<Messages>>[]; children: ReactNode };

/** What the parts of a page that run in the browser say: these messages go there with every page, so no others. */
export async function ClientWords({ of, children }: Props) {
  const all = await getMessages();
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
  return <NextIntlClientProvider messages={picked as Partial<Messages>}>{children}</NextIntlClientProvider>;
}
