import { ownCount } from "#lib/demo/own-address.ts";
import type { DotsInput } from "#lib/figures/drawn/dots.ts";
import type { FigureOf } from "#lib/figures/figure.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { formatMarkedRunName } from "#lib/study-results/figures/models.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { answersOf, isCounted } from "#lib/study-results/rows/selection.ts";
import { one, type View } from "#lib/study-results/schema.ts";

type OwnAnswer = { index: number; choice: number | null };

/** What an address says was answered; null where it says nothing that these rows know of. */
export function readOwn(asked: unknown, { cases, tracks }: StudyRows): OwnAnswer[] | null {
  const written = one(asked);
  if (typeof written !== "string" || written.length > 5000) return null;
  const found = written
    .split(",")
    .slice(0, ownCount)
    .flatMap((said): OwnAnswer[] => {
      const [track, key, option] = said.split("/");
      const index = cases.findIndex(
        (row) =>
          encodeURIComponent(tracks[row.track]?.name ?? "") === track && encodeURIComponent(row.key) === key,
      );
      const row = cases[index];
      if (!row || row.gold === null) return [];
      const choice = /^\d+$/.test(option ?? "") ? Number(option) : null;
      return [{ index, choice: choice !== null && choice < row.optionNames.length ? choice : null }];
    });
  return found.length > 0 ? found : null;
}

type Named = { name: string; right: number };
export type OwnComparison = {
  n: number;
  right: number;
  /** Who answered all of these passages. */
  people: readonly { number: number; right: number }[];
  /** Those with the most right answers first. */
  runs: readonly Named[];
};

/** Somebody's answers beside those that everybody else gave to the same passages. */
export function compareOwn(
  rows: StudyRows,
  view: View,
  own: readonly OwnAnswer[],
  locale: Locale,
): OwnComparison {
  const chosen = new Set(own.map(({ index }) => index));
  const scores = mainScores(rows.answers);
  const people = rows.people.flatMap((person, at) => {
    if (!isCounted(person, view)) return [];
    const given = answersOf(rows, at)
      .filter((i) => chosen.has(rows.answers.case[i] ?? -1))
      .map((i) => scores[i] ?? NaN)
      .filter((score) => !Number.isNaN(score));
    return given.length < chosen.size ? [] : [{ number: person.number, right: sum(given) }];
  });
  const runs = rows.runs
    .filter(({ apart }) => apart === null)
    .map((run) => {
      const all = mainScores(run.predictions);
      const right = sum([...chosen].map((index) => (all[index] === 1 ? 1 : 0)));
      return { name: formatMarkedRunName(run, rows.runs, locale), right };
    })
    .toSorted((a, b) => b.right - a.right);
  return {
    n: own.length,
    right: own.filter(({ index, choice }) => choice !== null && choice === rows.cases[index]?.gold).length,
    people,
    runs,
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A dot for each simulated person, and one's own with a line to its name. */
export function drawOwn({ n, right, people }: OwnComparison, locale: Locale): FigureOf<"dots"> {
  const t = wordsIn(locale, "demo.own");
  const at = (count: number) => ({ value: count / n, label: t("of", { right: count, n }) });
  const input: DotsInput = {
    range: [0, 1],
    people: [
      ...people.map((person) => ({
        id: String(person.number),
        value: person.right / n,
        label: t("person", { number: person.number }),
      })),
      { id: "own", value: right / n, label: t("you"), isOwn: true },
    ],
    mean: { value: right / n, low: null, high: null, label: `${t("you")}: ${at(right).label}` },
    words: { axis: t("axis", { n }), excluded: "", count: "" },
  };
  return { title: t("title"), figure: { kind: "dots", input }, csv: [] };
}
