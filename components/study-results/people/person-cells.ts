import { countFlags, nameExclusions, type PeopleWords } from "#components/study-results/people/flag-words.ts";
import { named, nothing, percent, points } from "#components/study-results/figure-cells.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import type { TableRow } from "#components/ui/table/table.tsx";
import { resultsPersonPath } from "#lib/paths.ts";
import { inRange, inTime } from "#lib/figures/written.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { isTold, type Counted, type PeopleTotals } from "#lib/study-results/people/people.ts";
import type { ListedPerson } from "#lib/study-results/people/people-list.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, writeView, type View } from "#lib/study-results/schema.ts";

/** Everything of one participant, in the view this stands in. */
export const personLink = (slug: string, number: number, view: View): Words => ({
  text: number,
  href: resultsPersonPath(slug, number, writeView(view)),
  isShort: true,
});

type Given = { rows: StudyRows; view: View; tracks: readonly number[] };

export function tellPerson(t: PeopleWords, listed: ListedPerson, { rows, view, tracks }: Given): TableRow {
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
      ...tellTracks(tracks, listed.tracks),
      answered: tellCount(listed),
      passed: person?.passed || nothing,
      accuracy: isTold(listed) ? tellShare(listed) : tooFew(t, listed.n),
      time: listed.activeMs === null ? nothing : inTime(listed.activeMs),
      changes: listed.n === 0 ? nothing : listed.changes,
      confidence: points(isTold(listed) ? (listed.confidence?.overconfidence ?? null) : null),
      checks: checks === 0 ? nothing : t("list.checks", { failed, all: checks }),
      flags: countFlags(t, listed.flags),
      state: person?.exclusions.length
        ? nameExclusions(t, person.exclusions)
        : t(`list.${listed.n === 0 ? "noAnswers" : isWorking ? "working" : "counted"}`),
    },
  };
}

/** All answers together, and under them the mean of the people's own shares. */
export function tellTotals(t: PeopleWords, totals: PeopleTotals, tracks: readonly number[]): TableRow[] {
  const isShown = isClaimable({ answers: totals.n, people: totals.people, cases: totals.cases });
  const share = (value: number | null) => (isShown ? percent(value) : tooFew(t, totals.n));
  return [
    {
      id: "all",
      cells: {
        number: t("list.totals.all"),
        ...tellTracks(tracks, totals.tracks),
        answered: tellCount(totals),
        accuracy: share(totals.pooled),
        changes: totals.changes,
        state: t("list.totals.people", { count: totals.people }),
      },
    },
    { id: "mean", cells: { number: t("list.totals.mean"), accuracy: share(totals.mean) } },
  ];
}

export const trackKey = (track: number) => `track ${track}`;

const tellTracks = (tracks: readonly number[], counts: readonly Counted[]): Record<string, Cell> =>
  Object.fromEntries(tracks.map((track) => [trackKey(track), tellCount(counts[track])]));

const tellCount = (of: Counted | undefined): Cell => (of && of.n > 0 ? `${of.right}/${of.n}` : nothing);

function tellShare({ accuracy, low, high }: ListedPerson): Cell {
  if (low === null || high === null) return percent(accuracy);
  return [percent(accuracy), " ", { text: inRange(low, high), isWhole: true, isMuted: true, isSmall: true }];
}

const tooFew = (t: PeopleWords, n: number): Cell => ({
  text: t("tooFew", { n }),
  isMuted: true,
  isSmall: true,
  isWhole: true,
});
