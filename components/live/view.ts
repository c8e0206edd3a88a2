import type { ListedSitting, SittingPage } from "#lib/sittings/watching/list-queries.ts";
import { sittingFilters, type SittingFilter } from "#lib/sittings/filters.ts";
import type { RunningSimulation } from "#lib/simulation/queries.ts";
import type { Live } from "#lib/sittings/watching/live-queries.ts";
import type { Timelines } from "#lib/sittings/watching/timeline-queries.ts";
import type { Care, JudgedPerson } from "#lib/study-results/people/care-queries.ts";
import type { Stopping } from "#lib/study-results/stopping/stopping.ts";
import { isRunning, type StudyState } from "#lib/studies/states.ts";

/** As it arrives in a browser. */
type Sent<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: Sent<T[Key]> } : T;

export type SentSitting = Sent<ListedSitting>;
export type LiveView = Sent<Live> & {
  state: StudyState;
  answers: Sent<Timelines>;
  /** Null unless the plan has a rule to stop by, and lets the team look meanwhile. */
  stopping: Stopping | null;
  people: Sent<SittingPage>;
  /** Of those shown, whom a rule excludes or somebody should look at. */
  judged: readonly JudgedPerson[];
  /** Null where nobody is being simulated. */
  simulation: RunningSimulation | null;
};

type Looked = {
  state: StudyState;
  live: Live;
  answers: Timelines;
  people: SittingPage;
  care: Care;
  simulation: RunningSimulation | null;
  stopping: Stopping | null;
};

/** The same for the page and for whoever asks it anew: no date of the asking itself, so that nothing new looks the same. */
export function writeView({ live, care, ...rest }: Looked): LiveView {
  const shown = new Set(rest.people.sittings.map(({ number }) => number));
  const judged = care.people.filter(({ number }) => shown.has(number));
  return JSON.parse(JSON.stringify({ ...live, ...rest, judged })) as LiveView;
}

/** Whether anything can still happen by itself; simulated people close their study before they are through with it. */
export const isLive = ({ state, simulation }: Pick<LiveView, "state" | "simulation">): boolean =>
  isRunning(state) || simulation !== null;

export type PersonState = SentSitting["state"] | "droppedOut" | "unfinished";

/** Inactivity counts only for those in the middle, and nobody is in the middle of a study that is over. */
export function stateOf({ state, isDroppedOut }: SentSitting, study: StudyState): PersonState {
  if (state === "started" && !isRunning(study)) return "unfinished";
  return isDroppedOut ? "droppedOut" : state;
}

const whileItRuns: readonly SittingFilter[] = ["working", "dropped_out"];

/** What there is to choose from; what is chosen already stays, whatever became of the study since. */
export const filtersOf = (study: StudyState, chosen: SittingFilter): SittingFilter[] =>
  sittingFilters.filter(
    (filter) =>
      filter === chosen || (isRunning(study) ? filter !== "unfinished" : !whileItRuns.includes(filter)),
  );
