import { getFormatter, getTranslations } from "next-intl/server";
import { Notice } from "#components/ui/notice.tsx";
import type { AllLeftOut } from "#lib/study-results/rows/left-out.ts";
import type { Who } from "#lib/study-results/schema.ts";

/** Why there is nothing to see although people answered, and the way to where they count. */
export async function AllLeftOutNotice({ found, who, href }: { found: AllLeftOut; who: Who; href: string }) {
  const t = await getTranslations("results.allLeftOut");
  const reasons = found.reasons.map(({ reason, people }) => t(`reasons.${reason}`, { count: people }));
  return (
    <Notice isOpen title={t("title", { count: found.people, who })}>
      {t("body", { reasons: (await getFormatter()).list(reasons) })}{" "}
      <a href={href} className="text-accent underline">
        {t("link")}
      </a>
    </Notice>
  );
}
