import {
  countFlags,
  formatExclusionLine,
  type PeopleWords,
} from "#components/study-results/people/flag-words.ts";
import { named, nothing, percent, points } from "#components/study-results/figure-cells.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import type { TableRow } from "#components/ui/table/table.tsx";
import { resultsPersonPath } from "#lib/paths.ts";
import { inRange, inTime } from "#lib/figures/written.ts";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { hasEnoughAnswers, type RightCount, type PeopleTotals } from "#lib/study-results/people/people.ts";
import type { ListedPerson } from "#lib/study-results/people/people-list.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, writeView, type View } from "#lib/study-results/schema.ts";

/** Everything of one participant, in the view this stands in. */
export const personLink = (slug: string, number: number, view: View): Words => ({
  text: number,
  href: resultsPersonPath(slug, number, writeView(view)),
  isShort: true,
});

type Context = { rows: StudyRows; view: View; tracks: readonly number[] };

export function formatPersonRow(
  t: PeopleWords,
  listed: ListedPerson,
  { rows, view, tracks }: Context,
): TableRow {
  const person = rows.people[listed.index];
  const number = person?.number ?? 0;
  const failed = person?.checks.failed ?? 0;
  const checks = failed + (person?.checks.passed ?? 0);
  const isWorking = person?.state === "started" && isInterim(rows.study);
  return {
    id: String(number),
    cells: {
      number: personLink(rows.study.slug, number, view),
      cohort: person?.cohort ? named(person.cohort) : nothing,
      ...formatTracks(tracks, listed.tracks),
      answered: formatCount(listed),
      passed: person?.passed || nothing,
      accuracy: hasEnoughAnswers(listed) ? formatShare(listed) : tooFew(t, listed.n),
      time: listed.activeMs === null ? nothing : inTime(listed.activeMs),
      changes: listed.n === 0 ? nothing : listed.changes,
      confidence: points(hasEnoughAnswers(listed) ? (listed.confidence?.overconfidence ?? null) : null),
      checks: checks === 0 ? nothing : t("list.checks", { failed, all: checks }),
      flags: countFlags(t, listed.flags),
      state: person?.exclusions.length
        ? formatExclusionLine(t, person.exclusions)
        : t(`list.${listed.n === 0 ? "noAnswers" : isWorking ? "working" : "counted"}`),
    },
  };
}

/** All answers together, and under them the mean of the people's own shares. */
export function formatTotalRows(t: PeopleWords, totals: PeopleTotals, tracks: readonly number[]): TableRow[] {
  const isShown = hasEnoughData({ answers: totals.n, people: totals.people, cases: totals.cases });
  const share = (value: number | null) => (isShown ? percent(value) : tooFew(t, totals.n));
  return [
    {
      id: "all",
      cells: {
        number: t("list.totals.all"),
        ...formatTracks(tracks, totals.tracks),
        answered: formatCount(totals),
        accuracy: share(totals.pooled),
        changes: totals.changes,
        state: t("list.totals.people", { count: totals.people }),
      },
    },
    { id: "mean", cells: { number: t("list.totals.mean"), accuracy: share(totals.mean) } },
  ];
}

export const trackKey = (track: number) => `track ${track}`;

const formatTracks = (tracks: readonly number[], counts: readonly RightCount[]): Record<string, Cell> =>
  Object.fromEntries(tracks.map((track) => [trackKey(track), formatCount(counts[track])]));

const formatCount = (of: RightCount | undefined): Cell => (of && of.n > 0 ? `${of.right}/${of.n}` : nothing);

function formatShare({ accuracy, low, high }: ListedPerson): Cell {
  if (low === null || high === null) return percent(accuracy);
  return [percent(accuracy), " ", { text: inRange(low, high), isWhole: true, isMuted: true, isSmall: true }];
}

const tooFew = (t: PeopleWords, n: number): Cell => ({
  text: t("tooFew", { n }),
  isMuted: true,
  isSmall: true,
  isWhole: true,
});
