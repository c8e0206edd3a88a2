import type { ForestGroup, ForestRow } from "#lib/figures/drawn/forest-input.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { readSpread } from "#lib/study-results/overview/headline.ts";
import type { Intervals } from "#lib/study-results/overview/intervals.ts";
import { foresee } from "#lib/study-results/models/models.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import type { Interval, ModelPoints, Points } from "#lib/study-results/overview/types.ts";
import { getPeople, isTold } from "#lib/study-results/people/people.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { leastForClaim, type View } from "#lib/study-results/schema.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsOverview.forest");
const bySelection = { wrong: 0, right: 1, partly: null } as const;

/** Everybody who counts and has cases enough for a share of their own. */
export const listCrowd = (rows: StudyRows, view: View): { number: number; n: number; value: number }[] =>
  getPeople(rows, view).people.flatMap((figures) => {
    const { index, isCounted, accuracy: value, n } = figures;
    const number = rows.people[index]?.number;
    return isCounted && isTold(figures) && value !== null && number !== undefined
      ? [{ number, n, value }]
      : [];
  });

const bounds = (interval: Interval | null | undefined) => ({
  low: interval?.low ?? null,
  high: interval?.high ?? null,
});

export function listPeople(
  rows: StudyRows,
  view: View,
  { people, consensus }: Points,
  intervals: Intervals,
  locale: Locale,
): ForestRow[] {
  const words = wordsOf(locale);
  const spread = readSpread(getSelection(rows, view));
  const { n, accuracy, isClaimable } = people;
  const few = { value: null, low: null, high: null };
  return [
    {
      id: "people",
      kind: "people",
      label: words(view.who),
      note: words(`peopleNote.${spread.kind}`, {
        people: n.people,
        cases: n.cases,
        each: spread.kind === "each" ? spread.answers : n.cases,
      }),
      n: n.answers,
      ...(isClaimable
        ? {
            value: accuracy,
            ...bounds(intervals.people),
            crowd: listCrowd(rows, view).map(({ value }) => value),
          }
        : { ...few, instead: words("tooFew", { n: n.answers }) }),
    },
    {
      id: "consensus",
      kind: "consensus",
      label: words("consensus"),
      note: words("consensusNote", { ties: consensus.ties }),
      n: consensus.cases,
      ...(isClaimable
        ? { value: consensus.accuracy, ...bounds(intervals.consensus) }
        : { ...few, instead: words("tooFew", { n: consensus.cases }) }),
    },
  ];
}

export function listModels(
  rows: StudyRows,
  view: View,
  { models, consensus: { cases } }: Points,
  intervals: Intervals,
  locale: Locale,
): ForestGroup[] {
  const words = wordsOf(locale);
  const marks = wordsIn(locale, "resultsApart.badge");
  const methodOf = ({ method, version }: ModelPoints) => [method, version].filter(Boolean).join(" · ");
  const [method = "", ...others] = new Set(models.map(methodOf));
  // What is the same for all is said once.
  const isAlike = others.length === 0;
  const describe = (model: ModelPoints): ForestRow => {
    const notes = [!isAlike && methodOf(model), model.apart && marks(model.apart)];
    const note = notes.filter(Boolean).join(" · ");
    const row = {
      id: `run-${model.runId}`,
      label: model.model,
      ...(note && { note }),
      n: model.answered,
      low: null,
      high: null,
    };
    if (model.apart === "selecting") {
      const known = foresee(getSelection(rows, view));
      const said = words(`selecting.${known}`);
      const selecting = { ...row, note: words("selectingNote"), kind: "selecting" as const };
      return { ...selecting, value: bySelection[known], valueLabel: "–", instead: said };
    }
    if (model.answered < leastForClaim.cases)
      return { ...row, kind: "model", value: null, instead: words("tooFew", { n: model.answered }) };
    const shown = {
      ...row,
      ...bounds(intervals.models.get(model.runId)),
      kind: "model" as const,
      value: model.top1,
    };
    return model.isRanked || model.apart
      ? shown
      : { ...shown, instead: words("unranked", { answered: model.answered, cases }) };
  };
  return [
    {
      heading: isAlike ? words("modelsOf", { method }) : words("models"),
      rows: models.filter(({ isRanked }) => isRanked).map(describe),
    },
    { heading: words("unrankedModels"), rows: models.filter(({ isRanked }) => !isRanked).map(describe) },
  ];
}
