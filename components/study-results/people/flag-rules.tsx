import { getTranslations } from "next-intl/server";
import { outlierFrom } from "#lib/study-results/people/peers.ts";
import { leastForClaim } from "#lib/study-results/schema.ts";

/** By what rules somebody is flagged, for whoever asks. */
export async function FlagRules() {
  const t = await getTranslations("resultsPeople.flags");
  return (
    <details>
      <summary className="target flex w-fit items-center text-accent underline">{t("title")}</summary>
      <div className="grid gap-2 pt-1">
        <p>{t("body")}</p>
        <ul className="grid list-disc gap-1 pl-5">
          <li>{t("rules.straight_line")}</li>
          <li>{t("rules.haste")}</li>
          <li>
            {t("rules.outlier", { z: String(outlierFrom).replace("-", "−"), least: leastForClaim.cases })}
          </li>
          <li>{t("rules.unanswered")}</li>
        </ul>
      </div>
    </details>
  );
}
