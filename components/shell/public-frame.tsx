import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Door } from "#components/shell/door.tsx";
import { readLanguages, readThemes } from "#components/shell/preferences.tsx";

export async function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = await getTranslations("shell");
  return (
    <Door title={title} skip={t("skip")} languages={await readLanguages()} themes={await readThemes()}>
      {children}
    </Door>
  );
}
