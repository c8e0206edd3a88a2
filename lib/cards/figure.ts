import type { Card } from "#lib/cards/schema.ts";
import type { ForestGroup, ForestInput, ForestRow } from "#lib/figures/drawn/forest.ts";
import { inPercent, asPercent, inCount, inRange } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { drawBadge } from "#lib/figures/badge.ts";

type Estimate = Pick<ForestRow, "value" | "low" | "high">;
type PeopleAccuracy = Pick<Card["people"], "accuracy" | "low" | "high">;
const estimate = ({ accuracy, low, high }: PeopleAccuracy): Estimate => ({ value: accuracy, low, high });

/** People, by track where there are several, and models where the card has them; everything from the card itself. */
export function drawCard(card: Card, locale: Locale): ForestInput {
  const words = wordsIn(locale, "cards.figure");
  const { people, tracks, study } = card;
  const noteOf = ({ people, cases }: { people: number; cases: number }) => words("counts", { people, cases });
  const few = (n: number) => ({ instead: words("tooFew", { n }) });
  const overall: ForestRow = {
    id: "people",
    kind: "people",
    label: words(study.who),
    note: noteOf(people),
    n: people.answers,
    ...estimate(people),
    ...(people.accuracy === null && few(people.answers)),
  };
  const groups: ForestGroup[] = [
    { rows: [overall] },
    {
      heading: words("tracks"),
      rows: tracks.map((track, i) => ({
        id: `track-${i}`,
        kind: "people",
        label: track.name,
        note: noteOf(track),
        n: track.answers,
        ...estimate(track),
        ...(track.accuracy === null && few(track.answers)),
      })),
    },
    { heading: words("models"), rows: drawModels(card, locale) },
  ];
  const { accuracy, low, high, chance } = people;
  return {
    groups: groups.filter(({ rows }) => rows.length > 0),
    ...(accuracy !== null && {
      band: {
        value: accuracy,
        low,
        high,
        label: words("band", { who: study.who, value: inPercent(accuracy) }),
      },
    }),
    lines:
      chance === null
        ? []
        : [{ at: chance, kind: "chance", label: words("chance", { value: inPercent(chance) }) }],
    words: {
      axis: words("axis"),
      value: words("value"),
      interval: words("interval", { level: Math.round(100 * people.level) }),
      n: words("n"),
    },
  };
}

function drawModels({ models }: Card, locale: Locale): ForestRow[] {
  const words = wordsIn(locale, "cards.figure");
  const runs = wordsIn(locale, "runs");
  const marks = wordsIn(locale, "resultsApart.badge");
  return (models ?? []).map((model, i): ForestRow => {
    const { method, version, replicate: number, apart } = model;
    const notes = [method, version, number && runs("replicate", { number }), apart && marks(apart)];
    const row = {
      id: `model-${i}`,
      label: model.model,
      note: notes.filter(Boolean).join(" · "),
      n: model.answered,
      ...estimate(model),
    };
    // What it scores on cases that were chosen for its errors says nothing of it.
    if (model.apart === "selecting")
      return { ...row, kind: "selecting", value: 0, valueLabel: "–", instead: words("bySelection") };
    return {
      ...row,
      kind: "model",
      ...(model.accuracy === null && { instead: words("tooFew", { n: model.answered }) }),
    };
  });
}

/** In English wherever it stands: it stands on pages of others. */
const badgeWords = wordsIn("en", "cards.badge");

/** What the badge says, which also stands in for it where it can't be seen. */
function formatBadge({ people, study: { who } }: Card): { label: string; value: string } {
  const { accuracy, low, high } = people;
  const n = inCount(people.people);
  const value =
    accuracy === null
      ? badgeWords("tooFew", { n })
      : low === null || high === null
        ? badgeWords("noInterval", { share: asPercent(accuracy), n })
        : badgeWords("value", { share: asPercent(accuracy), range: inRange(low, high), n });
  return { label: badgeWords(who), value };
}

export function renderBadge(card: Card): string {
  const { label, value } = formatBadge(card);
  const { people, study } = card;
  return drawBadge({
    label,
    value,
    title: `${label}: ${value}`,
    description: badgeWords("description", {
      who: study.who,
      title: study.title,
      cases: inCount(people.cases),
      answers: inCount(people.answers),
      level: Math.round(100 * people.level),
    }),
    tone: study.who === "simulated" ? "muted" : "people",
  });
}
