import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Reference } from "#components/shell/reference.tsx";

type Words = "notFound" | "forbidden";

export async function refusalMetadata(words: Words): Promise<Metadata> {
  const t = await getTranslations(words);
  return { title: t("title") };
}

type Props = {
  words: Words;
  actions: ReactNode;
  /** Where the page already has its furniture around it. */
  inside?: boolean;
};

/** What happened, what was kept, what to do next. */
export async function Refusal({ words, actions, inside = false }: Props) {
  const t = await getTranslations(words);
  const text = (
    <>
      <p>
        {t("happened")} {t("kept")}
      </p>
      <p>{t("next")}</p>
      <div className="flex flex-wrap gap-3">{actions}</div>
      <Reference />
    </>
  );
  const heading = <h1 className="text-2xl font-semibold tracking-tight">{t("title")}</h1>;
  if (inside)
    return (
      <div className="grid max-w-lg gap-5">
        {heading}
        {text}
      </div>
    );
  // Next makes both refusals with every page, should they be needed: no furniture.
  return (
    <main id="main" className="mx-auto w-full max-w-lg px-4 pt-6 pb-16 sm:pt-[12vh]">
      <div className="grid gap-5 rounded-lg border border-line bg-raised p-6 shadow-lift sm:p-10">
        {heading}
        {text}
      </div>
    </main>
  );
}
