import { getLocale, getTranslations } from "next-intl/server";
import type { Card } from "#lib/cards/schema.ts";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";

/** The one figure of a card, and what it is over. */
export async function CardHeadline({ card: { people, study, selection, filters = [] } }: { card: Card }) {
  const t = await getTranslations("cards.headline");
  const locale = await getLocale();
  const { accuracy, low, high, chance, works, unanswered } = people;
  const { cases, answers } = people;
  const level = Math.round(100 * people.level);
  return (
    <>
      <dl className="grid">
        <dt className="font-semibold">{t(study.who)}</dt>
        <dd className="text-5xl leading-tight font-semibold tracking-tight tabular-nums">
          {accuracy === null ? t("none") : `${inPercent(accuracy)}%`}
        </dd>
        <dd>
          {accuracy === null
            ? t("tooFew")
            : low === null || high === null
              ? t("noInterval")
              : t("interval", { level, range: inRange(low, high) })}
        </dd>
        <dd className="text-ink-muted">{t("counts", { people: people.people, cases, answers })}</dd>
      </dl>
      <div className="measure grid gap-1">
        {selection && (
          <p>{t("selected", { model: selection.model, threshold: String(selection.threshold) })}</p>
        )}
        {filters.length > 0 && <p>{t("filtered", { cases: formatSelectedCases(filters, locale) ?? "" })}</p>}
        {works !== null && <p>{t("works", { works })}</p>}
        {unanswered > 0 && <p>{t("unanswered", { count: unanswered })}</p>}
        {chance !== null && <p>{t("chance", { share: inPercent(chance) })}</p>}
      </div>
    </>
  );
}
