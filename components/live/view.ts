import type { ListedSitting, SittingPage } from "#lib/sittings/list-queries.ts";
import type { RunningSimulation } from "#lib/simulation/queries.ts";
import type { Live } from "#lib/sittings/live-queries.ts";
import type { StudyState } from "#lib/studies/schema.ts";

/** As it arrives in a browser. */
type Sent<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Sent<Item>[]
    : T extends object
      ? { [Key in keyof T]: Sent<T[Key]> }
      : T;

export type SentSitting = Sent<ListedSitting>;
export type LiveView = Sent<Live> & {
  state: StudyState;
  people: Sent<SittingPage>;
  /** Null where nobody is being simulated. */
  simulation: RunningSimulation | null;
};

/** The same for the page and for whoever asks it anew: no date of the asking itself, so that nothing new looks the same. */
export function writeView(
  state: StudyState,
  live: Live,
  people: SittingPage,
  simulation: RunningSimulation | null,
): LiveView {
  return JSON.parse(JSON.stringify({ state, ...live, people, simulation })) as LiveView;
}

export type PersonState = SentSitting["state"] | "droppedOut";

/** Silence counts only for those in the middle. */
export const stateOf = ({ state, isDroppedOut }: SentSitting): PersonState =>
  isDroppedOut ? "droppedOut" : state;
