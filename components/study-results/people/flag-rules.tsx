import { getTranslations } from "next-intl/server";
import { inPercent } from "#lib/figures/written.ts";
import { flagRules } from "#lib/study-results/people/flags.ts";
import { outlierFrom } from "#lib/study-results/people/peers.ts";
import { minForClaim } from "#lib/study-results/schema.ts";

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
            {t("rules.server_haste", {
              share: inPercent(flagRules.arrivals.share, 0),
              seconds: flagRules.arrivals.seconds,
            })}
          </li>
          <li>
            {t("rules.same_reason", {
              answers: flagRules.sameReason.answers,
              reasons: inPercent(flagRules.sameReason.share, 0),
            })}
          </li>
          <li>
            {t("rules.outlier", { z: String(outlierFrom).replace("-", "−"), least: minForClaim.cases })}
          </li>
          <li>{t("rules.unanswered")}</li>
        </ul>
      </div>
    </details>
  );
}
