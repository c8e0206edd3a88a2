import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import { cache } from "react";

type Refused = "notFound" | "forbidden";

export async function refusalMetadata(words: Refused): Promise<Metadata> {
  const t = await getTranslations(words);
  return { title: t("title") };
}

/** Next makes both refusals with every page, once for each layout, should they be needed: they are made once, and are words alone. */
export const readRefusal = cache(async (refused: Refused) => {
  const t = await getTranslations();
  return {
    title: t(`${refused}.title`),
    happened: t(`${refused}.happened`),
    kept: t(`${refused}.kept`),
    next: t(`${refused}.next`),
    home: t("shell.home"),
    other: refused === "forbidden" ? t("forbidden.other") : null,
    referenceLabel: t("shell.reference"),
    reference: (await headers()).get("x-request-id"),
  };
});

export type RefusalWords = Awaited<ReturnType<typeof readRefusal>>;
