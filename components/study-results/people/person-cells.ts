import { tellExclusions, tellFlags, type PeopleWords } from "#components/study-results/people/flag-words.ts";
import { personLink } from "#components/study-results/people/person-link.ts";
import { named, nothing, onTheWatch, percent, points } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import type { TableRow } from "#components/ui/table/table.tsx";
import { inRange } from "#lib/figures/written.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { isTold, type Counted, type PeopleTotals } from "#lib/study-results/people/people.ts";
import type { ListedPerson } from "#lib/study-results/people/people-list.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isInterim, type View } from "#lib/study-results/schema.ts";

type Given = { rows: StudyRows; view: View; tracks: readonly number[] };

export function tellPerson(t: PeopleWords, it: ListedPerson, { rows, view, tracks }: Given): TableRow {
  const person = rows.people[it.index];
  const number = person?.number ?? 0;
  const failed = person?.checks.failed ?? 0;
  const checks = failed + (person?.checks.passed ?? 0);
  const isWorking = person?.state === "started" && isInterim(rows.study);
  return {
    id: String(number),
    cells: {
      number: [
        personLink(rows.study.slug, number, view),
        person?.who === "simulated" && [" ", { badge: t("list.simulated"), tone: "warning" }],
      ],
      cohort: person?.cohort ? named(person.cohort) : nothing,
      ...tellTracks(tracks, it.tracks),
      answered: tellCount(it),
      passed: person?.passed || nothing,
      accuracy: isTold(it) ? tellShare(it) : tooFew(t, it.n),
      time: it.activeMs === null ? nothing : onTheWatch(it.activeMs),
      changes: it.n === 0 ? nothing : it.changes,
      confidence: points(isTold(it) ? (it.confidence?.overconfidence ?? null) : null),
      checks: checks === 0 ? nothing : t("list.checks", { failed, all: checks }),
      flags: tellFlags(t, it.flags),
      state: person?.exclusions.length
        ? tellExclusions(t, person.exclusions)
        : t(`list.${it.n === 0 ? "noAnswers" : isWorking ? "working" : "counted"}`),
    },
  };
}

/** All answers together, and under them the mean of the people's own shares. */
export function tellTotals(t: PeopleWords, totals: PeopleTotals, tracks: readonly number[]): TableRow[] {
  const isShown = isClaimable({ answers: totals.n, cases: totals.cases });
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
  return [percent(accuracy), { line: { text: inRange(low, high), isWhole: true }, isMuted: true }];
}

const tooFew = (t: PeopleWords, n: number): Cell => ({
  text: t("tooFew", { n }),
  isMuted: true,
  isSmall: true,
});
