import { useFormatter, useTranslations } from "next-intl";
import { ItemCheck } from "#components/reviews/items/item-check.tsx";
import { Comment, useMemberName, useDecisionWords } from "#components/reviews/items/decision-words.tsx";
import type { ReviewSettings, Coverage } from "#lib/reviews/plan/schema.ts";
import type { HistoryDecision } from "#lib/reviews/results/item-queries.ts";
import { accuracyOf } from "#lib/metrics/review/coverage.ts";

type Props = { decisions: readonly HistoryDecision[]; settings: ReviewSettings };

/** Everything that was said of an item, as it was said: decisions, checks, disputes, audits, round by round. */
export function ItemHistory({ decisions, settings }: Props) {
  const t = useTranslations("reviews.items.history");
  const said = useDecisionWords(settings);
  const format = useFormatter();
  const person = useMemberName();
  if (decisions.length === 0) return <p>{t("none")}</p>;
  return (
    <ol className="grid gap-6">
      {decisions.map((decision) => {
        const { id, round, revision, annotator, savedAt, comment, blind, checks } = decision;
        return (
          <li key={id} className="grid gap-3 border-l-4 border-people pl-4">
            <div>
              <p className="text-sm text-ink-muted">
                {t(revision === 1 ? "decided" : "changed", {
                  round,
                  who: person(annotator),
                  at: format.dateTime(savedAt, { dateStyle: "medium", timeStyle: "short" }),
                })}
              </p>
              <p className="font-medium">{said.decision(decision)}</p>
              <Comment>{comment}</Comment>
            </div>
            <WhyChecked decision={decision} coverage={settings.coverage} />
            {blind.map((one) => (
              <p key={one.place} className="text-sm">
                {t("blind", { who: person(one.reviewer), said: said.decision(one) })}
              </p>
            ))}
            {checks.map((check) => (
              <ItemCheck key={check.id} check={check} said={said} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

/** Why this decision was drawn for a check, or wasn't, from what was stored when it was made. */
function WhyChecked({ decision, coverage }: { decision: HistoryDecision; coverage: Coverage }) {
  const t = useTranslations("reviews.items.why");
  const format = useFormatter();
  const { draw, rate, drawn, band, ordinal, reviewedBefore, rightBefore } = decision;
  // A decision that was changed keeps the draw of the first.
  if (draw === null || rate === null) return null;
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const known = { reviewed: reviewedBefore ?? 0, right: rightBefore ?? 0 };
  const accuracy = accuracyOf(coverage, known);
  const from = band === null ? null : coverage.bands[band]?.from;
  return (
    <div className="measure grid gap-1 text-sm text-ink-muted">
      <p>
        {from === null || from === undefined || accuracy === null
          ? t(ordinal !== null && ordinal > coverage.first ? "unknown" : "first", {
              ordinal: ordinal ?? 0,
              first: coverage.first,
              rate: percent(rate),
            })
          : t("band", {
              ordinal: ordinal ?? 0,
              ...known,
              by: coverage.by,
              rate: percent(rate),
              accuracy: percent(accuracy),
              from: percent(from),
            })}
      </p>
      <p>
        {t(drawn ? "drawn" : "notDrawn", {
          draw: format.number(draw, { minimumFractionDigits: 4, maximumFractionDigits: 4 }),
          rate: format.number(rate, { maximumFractionDigits: 4 }),
        })}
      </p>
    </div>
  );
}
