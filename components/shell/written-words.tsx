"use client";

import { type Locale, type Messages, NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";

type Words = Partial<Messages>;
type Props = { locale: Locale; words: string; children: ReactNode };

/** The same few texts come with page after page. */
const read = new Map<string, Words>();

/** As one text: React writes hundreds of messages one by one, reads them, and writes them once more for the browser. */
export function WrittenWords({ locale, words, children }: Props) {
  const messages = read.get(words) ?? (JSON.parse(words) as Words);
  read.set(words, messages);
  return (
    <NextIntlClientProvider locale={locale} timeZone="UTC" messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
