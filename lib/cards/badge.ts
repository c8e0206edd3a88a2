import type { Card } from "#lib/cards/schema.ts";
import { drawBadge } from "#lib/figures/badge.ts";
import { asPercent, inCount, inRange } from "#lib/figures/written.ts";
import { wordsIn } from "#lib/i18n/words.ts";

/** In English wherever it stands: it stands on pages of others. */
const words = wordsIn("en", "cards.badge");

/** What the badge says, which also stands in for it where it can't be seen. */
export function formatBadge({ people, study: { who } }: Card): { label: string; value: string } {
  const { accuracy, low, high } = people;
  const n = inCount(people.people);
  const value =
    accuracy === null
      ? words("tooFew", { n })
      : low === null || high === null
        ? words("noInterval", { share: asPercent(accuracy), n })
        : words("value", { share: asPercent(accuracy), range: inRange(low, high), n });
  return { label: words(who), value };
}

export function renderBadge(card: Card): string {
  const { label, value } = formatBadge(card);
  const { people, study } = card;
  return drawBadge({
    label,
    value,
    title: `${label}: ${value}`,
    description: words("description", {
      who: study.who,
      title: study.title,
      cases: inCount(people.cases),
      answers: inCount(people.answers),
      level: Math.round(100 * people.level),
    }),
    tone: study.who === "simulated" ? "muted" : "people",
  });
}
