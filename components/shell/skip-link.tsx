import { getTranslations } from "next-intl/server";
import { SkipTo } from "#components/shell/skip-to.tsx";

export async function SkipLink() {
  const t = await getTranslations("shell");
  return <SkipTo>{t("skip")}</SkipTo>;
}
