import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import { cache } from "react";

type RefusalKind = "notFound" | "forbidden";

export async function refusalMetadata(words: RefusalKind): Promise<Metadata> {
  const t = await getTranslations(words);
  return { title: t("title") };
}

async function formatRefusal(refused: RefusalKind) {
  const t = await getTranslations();
  return {
    title: t(`${refused}.title`),
    happened: t(`${refused}.happened`),
    kept: t(`${refused}.kept`),
    next: t(`${refused}.next`),
    home: t("shell.home"),
    other: refused === "forbidden" ? t("forbidden.other") : null,
    referenceLabel: t("shell.reference"),
  };
}

export type RefusalWords = Awaited<ReturnType<typeof formatRefusal>>;

const written = new Map<string, string>();

/**
 * Next makes both refusals with every page, once for each layout, should they be needed: their words are put together
 * once, and go along as one text.
 */
export const readRefusal = cache(async (refused: RefusalKind) => {
  const key = `${await getLocale()} ${refused}`;
  const words = written.get(key) ?? JSON.stringify(await formatRefusal(refused));
  written.set(key, words);
  return { words, reference: (await headers()).get("x-request-id") };
});
