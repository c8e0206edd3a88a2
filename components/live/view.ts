import type { ListedSitting, SittingPage } from "#lib/sittings/watching/list-queries.ts";
import { sittingFilters, type SittingFilter } from "#lib/sittings/filters.ts";
import type { RunningSimulation } from "#lib/simulation/queries.ts";
import type { Live, Timelines } from "#lib/sittings/watching/live-queries.ts";
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

/** Which participants the page shows. */
export type LiveQuery = { page: number; filter: SittingFilter; find: string };

/** As it stands in an address, with the question mark; shortest form of it. */
export function writeLiveQuery({ page, filter, find }: LiveQuery): string {
  const search = new URLSearchParams();
  if (filter !== "all") search.set("filter", filter);
  if (find !== "") search.set("find", find);
  if (page > 1) search.set("page", String(page));
  return search.size > 0 ? `?${search}` : "";
}

type Steps = readonly (readonly [seconds: number, answers: number])[];

const rounded = (value: number) => Math.round(value * 100) / 100;

/** A line of steps through a square of 100, from its lower left corner; it goes on level to the end. */
export function linePath(steps: Steps, seconds: number): string {
  const most = steps.at(-1)?.[1] ?? 0;
  const moves = steps.map(([at, count]) => {
    const x = seconds > 0 ? (100 * at) / seconds : 0;
    return `H${rounded(x)}V${rounded(100 - (100 * count) / Math.max(most, 1))}`;
  });
  return `M0 100${moves.join("")}H100`;
}
