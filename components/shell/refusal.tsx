import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PublicFrame } from "#components/shell/public-frame.tsx";
import { Reference } from "#components/shell/reference.tsx";

type Words = "notFound" | "forbidden" | "unauthorized";

export async function refusalMetadata(words: Words): Promise<Metadata> {
  const t = await getTranslations(words);
  return { title: t("title") };
}

/** What happened, what was kept, what to do next. */
export async function Refusal({ words, actions }: { words: Words; actions: ReactNode }) {
  const t = await getTranslations(words);
  return (
    <PublicFrame title={t("title")}>
      <p>
        {t("happened")} {t("kept")}
      </p>
      <p>{t("next")}</p>
      <div className="flex flex-wrap gap-3">{actions}</div>
      <Reference />
    </PublicFrame>
  );
}
