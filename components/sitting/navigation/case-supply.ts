import { isWithdrawnHere } from "#components/sitting/device/last-sitting.ts";
import { whenIdle } from "#components/sitting/navigation/deferred-work.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { AnswerRefusal, CasesSent, Refused } from "#lib/sittings/answers/wire.ts";

/** As many as one request may bring, since every request costs; over a line that failed, what is needed soonest alone. */
const atOnce = 50;
const soonest = 10;
const mostAhead = 50;
const firstPause = 1000;
const longestPause = 30_000;

export type SupplyState = {
  cases: ReadonlyMap<number, ShownCase>;
  /** What the server said in place of cases; "unreachable" is tried again by itself. */
  problem: AnswerRefusal | "not_started" | "unreachable" | null;
};

export type CaseSupply = {
  state: () => SupplyState;
  subscribe: (heard: () => void) => () => void;
  /** Sees to it that this case and those after it are here, and then those before it. */
  require: (position: number) => void;
  /** Begins, once the page itself is here. */
  start: (signal: AbortSignal) => void;
};

/** The cases of one sitting on this device: the fifty from the present one on first, and then those before it. */
export function openSupply(
  sittingId: string,
  served: readonly { position: number }[],
  first: ShownCase | null,
  { mayGoBack }: { mayGoBack: boolean },
): CaseSupply {
  const positions = served.map(({ position }) => position);
  const held = holdState(first);
  let wanted = first?.position ?? positions[0] ?? 1;
  let isFetching = false;
  let isAtWork = false;
  let pause = firstPause;
  let planned: ReturnType<typeof setTimeout> | undefined;

  async function fetchNext(): Promise<void> {
    const missing = findMissing(positions, wanted, held.state().cases, mayGoBack);
    if (!isAtWork || isFetching || missing === null) return;
    clearTimeout(planned);
    isFetching = true;
    const outcome = await ask(sittingId, missing - 1, pause > firstPause ? soonest : atOnce);
    isFetching = false;
    if (isAtWork) take(outcome, missing);
  }
  function take(outcome: Outcome, missing: number): void {
    if ("cases" in outcome && outcome.cases.some(({ position }) => position === missing)) {
      pause = firstPause;
      const cases = new Map(held.state().cases);
      for (const one of outcome.cases) cases.set(one.position, one);
      held.change({ cases, problem: null });
      fetchWhenIdle();
      return;
    }
    held.change({ problem: "error" in outcome ? outcome.error : "unreachable" });
    planned = setTimeout(() => void fetchNext(), pause);
    pause = Math.min(longestPause, pause * 2);
  }
  const fetchWhenIdle = () => whenIdle(() => void fetchNext());
  function again(): void {
    pause = firstPause;
    void fetchNext();
  }

  return {
    ...held,
    require(position) {
      wanted = position;
      if (held.state().cases.has(position)) fetchWhenIdle();
      else void fetchNext();
    },
    start(signal) {
      isAtWork = true;
      whenLoaded(fetchWhenIdle, signal);
      for (const reached of ["online", "focus"]) window.addEventListener(reached, again, { signal });
      signal.addEventListener("abort", () => {
        isAtWork = false;
        clearTimeout(planned);
      });
    },
  };
}

function whenLoaded(run: () => void, signal: AbortSignal): void {
  if (document.readyState === "complete") run();
  else window.addEventListener("load", run, { once: true, signal });
}

function holdState(first: ShownCase | null) {
  const listeners = new Set<() => void>();
  let now: SupplyState = { cases: new Map(first && [[first.position, first]]), problem: null };
  return {
    state: () => now,
    change(next: Partial<SupplyState>): void {
      now = { ...now, ...next };
      for (const heard of listeners) heard();
    },
    subscribe(heard: () => void): () => void {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
  };
}

/** The first of what is missing; null where all that is wanted is here. */
function findMissing(
  positions: readonly number[],
  wanted: number,
  cases: SupplyState["cases"],
  mayGoBack: boolean,
): number | null {
  const ahead = positions.filter((one) => one >= wanted).slice(0, mostAhead + 1);
  const behind = mayGoBack ? positions.filter((one) => one < wanted).slice(-mostAhead) : [];
  const isMissing = (one: number) => !cases.has(one);
  const next = ahead.find(isMissing);
  if (next !== undefined) return next;
  const last = behind.findLast(isMissing);
  return last === undefined ? null : Math.max(positions[0] ?? 1, last - atOnce + 1);
}

type Outcome = CasesSent | { error: NonNullable<SupplyState["problem"]> };

async function ask(sittingId: string, after: number, count: number): Promise<Outcome> {
  // Whatever a server says that was set back to before.
  if (isWithdrawnHere(sittingId)) return { error: "withdrawn" };
  const asking = new AbortController();
  const giveUp = () => asking.abort();
  const late = setTimeout(giveUp, 15_000);
  // What was asked for over a network that is gone may never be answered. It is asked for again soon.
  window.addEventListener("online", giveUp);
  try {
    const address = `/api/sittings/${sittingId}/cases?after=${after}&count=${count}`;
    const response = await fetch(address, { signal: asking.signal });
    const { cases, error } = (await response.json()) as Partial<CasesSent & Refused>;
    if (error && response.status < 500) return { error };
    if (Array.isArray(cases)) return { cases };
  } catch {
    // As when no word of the product's came back.
  } finally {
    clearTimeout(late);
    window.removeEventListener("online", giveUp);
  }
  return { error: "unreachable" };
}
