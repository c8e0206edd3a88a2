import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

/** A table of many columns under its heading; where they don't all fit, it is said that there are more. */
export async function WideSection({ title, children }: { title: string; children: ReactNode }) {
  const t = await getTranslations("resultsOverview");
  return (
    <section className="@container grid min-w-0 gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="text-sm text-ink-muted @min-[58rem]:hidden print:hidden">{t("wide")}</p>
      {children}
    </section>
  );
}
