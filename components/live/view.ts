import type { ListedSitting, SittingPage } from "#lib/sittings/watching/list-queries.ts";
import { sittingFilters, type SittingFilter } from "#lib/sittings/filters.ts";
import type { RunningSimulation } from "#lib/simulation/queries.ts";
import type { Live } from "#lib/sittings/watching/live-queries.ts";
import type { Timelines } from "#lib/sittings/watching/timeline-queries.ts";
import type { ParticipantFlags, PersonFlags } from "#lib/study-results/people/care-queries.ts";
import type { StopState } from "#lib/study-results/stopping/stopping.ts";
import { isRunning, type StudyState } from "#lib/studies/states.ts";

/** As it arrives in a browser. */
type Serialized<T> = T extends Date
  ? string
  : T extends object
    ? { [Key in keyof T]: Serialized<T[Key]> }
    : T;

export type SerializedSitting = Serialized<ListedSitting>;
export type LiveView = Serialized<Live> & {
  state: StudyState;
  answers: Serialized<Timelines>;
  /** Null unless the plan has a rule to stop by, and lets the team look meanwhile. */
  stopping: StopState | null;
  people: Serialized<SittingPage>;
  /** Of those shown, whom a rule excludes or somebody should look at. */
  judged: readonly PersonFlags[];
  /** Null where nobody is being simulated. */
  simulation: RunningSimulation | null;
};

type LiveInput = {
  state: StudyState;
  live: Live;
  answers: Timelines;
  people: SittingPage;
  care: ParticipantFlags;
  simulation: RunningSimulation | null;
  stopping: StopState | null;
};

/** The same for the page and for whoever asks it anew: no date of the asking itself, so that nothing new looks the same. */
export function toLiveView({ live, care, ...rest }: LiveInput): LiveView {
  const shown = new Set(rest.people.sittings.map(({ number }) => number));
  const judged = care.people.filter(({ number }) => shown.has(number));
  return JSON.parse(JSON.stringify({ ...live, ...rest, judged })) as LiveView;
}

/** Whether anything can still happen by itself; simulated people close their study before they are through with it. */
export const isLive = ({ state, simulation }: Pick<LiveView, "state" | "simulation">): boolean =>
  isRunning(state) || simulation !== null;

export type PersonState = SerializedSitting["state"] | "droppedOut" | "unfinished";

/** Inactivity counts only for those in the middle, and nobody is in the middle of a study that is over. */
export function stateOf({ state, isDroppedOut }: SerializedSitting, study: StudyState): PersonState {
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
