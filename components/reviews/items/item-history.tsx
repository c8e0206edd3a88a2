import { useFormatter, useTranslations } from "next-intl";
import { ItemCheck } from "#components/reviews/items/item-check.tsx";
import { Comment, useMemberName, useSaidWords } from "#components/reviews/items/said-words.tsx";
import { WhyChecked } from "#components/reviews/items/why-checked.tsx";
import type { ReviewSettings } from "#lib/reviews/plan/schema.ts";
import type { HistoryDecision } from "#lib/reviews/results/item-queries.ts";

type Props = { decisions: readonly HistoryDecision[]; settings: ReviewSettings };

/** Everything that was said of an item, as it was said: decisions, checks, disputes, audits, round by round. */
export function ItemHistory({ decisions, settings }: Props) {
  const t = useTranslations("reviews.items.history");
  const said = useSaidWords(settings);
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
