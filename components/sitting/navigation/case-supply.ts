import { loadItalic } from "#components/reading/italic.ts";
import { isWithdrawnHere } from "#components/sitting/device/last-sitting.ts";
import { whenIdle } from "#components/sitting/navigation/deferred-work.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { AnswerRefusal, CasesSent, Rejection } from "#lib/sittings/answers/wire.ts";
import { unfoldTexts } from "#lib/sittings/serving/unfold-texts.ts";

/** As many as one request may bring, since every request costs; over a line that failed, what is needed soonest alone. */
const atOnce = 50;
const soonest = 10;
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
};

/** The cases of one sitting on this device, once its page is here: the fifty from the present one on first, and then those before it. */
export function openSupply(
  sittingId: string,
  served: readonly { position: number }[],
  first: ShownCase | null,
  { mayGoBack, signal }: { mayGoBack: boolean; signal: AbortSignal },
): CaseSupply {
  const positions = served.map(({ position }) => position);
  const listeners = new Set<() => void>();
  let now: SupplyState = { cases: new Map(first && [[first.position, first]]), problem: null };
  let wanted = first?.position ?? positions[0] ?? 1;
  let isFetching = false;
  let pause = firstPause;
  let planned: ReturnType<typeof setTimeout> | undefined;

  function change(next: Partial<SupplyState>): void {
    now = { ...now, ...next };
    for (const heard of listeners) heard();
  }
  async function fetchNext(): Promise<void> {
    const missing = findMissing(positions, wanted, now.cases, mayGoBack);
    if (signal.aborted || isFetching || !missing) return;
    clearTimeout(planned);
    isFetching = true;
    const outcome = await ask(sittingId, missing - 1, pause > firstPause ? soonest : atOnce);
    isFetching = false;
    if (signal.aborted) return;
    const isProblem = typeof outcome === "string";
    if (!isProblem && outcome.some(({ position }) => position === missing)) {
      pause = firstPause;
      const cases = new Map(now.cases);
      for (const one of outcome) cases.set(one.position, one);
      loadItalic(outcome);
      change({ cases, problem: null });
      fetchWhenIdle();
      return;
    }
    change({ problem: isProblem ? outcome : "unreachable" });
    planned = setTimeout(fetchNext, pause);
    pause = Math.min(longestPause, pause * 2);
  }
  const fetchWhenIdle = () => whenIdle(fetchNext);
  function again(): void {
    pause = firstPause;
    void fetchNext();
  }

  if (document.readyState === "complete") fetchWhenIdle();
  else addEventListener("load", fetchWhenIdle, { signal });
  for (const reached of ["online", "focus"]) addEventListener(reached, again, { signal });
  return {
    state: () => now,
    subscribe(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    require(position) {
      wanted = position;
      if (now.cases.has(position)) fetchWhenIdle();
      else void fetchNext();
    },
  };
}

/** Where what is missing begins, ahead or else behind; nothing where all that is wanted is here. */
function findMissing(
  positions: readonly number[],
  wanted: number,
  cases: SupplyState["cases"],
  mayGoBack: boolean,
): number | undefined {
  const missing = positions.filter((one) => !cases.has(one) && Math.abs(one - wanted) <= atOnce);
  const last = missing.at(-1);
  const behind = mayGoBack && last ? Math.max(positions[0] ?? 1, last - atOnce + 1) : undefined;
  return missing.find((one) => one >= wanted) ?? behind;
}

type Outcome = ShownCase[] | NonNullable<SupplyState["problem"]>;

async function ask(sittingId: string, after: number, count: number): Promise<Outcome> {
  // Whatever a server says that was set back to before.
  if (isWithdrawnHere(sittingId)) return "withdrawn";
  const asking = new AbortController();
  const { signal } = asking;
  const giveUp = () => asking.abort();
  setTimeout(giveUp, 15_000);
  // What was asked for over a network that is gone may never be answered. It is asked for again soon.
  addEventListener("online", giveUp, { signal });
  try {
    const address = `/api/sittings/${sittingId}/cases?after=${after}&count=${count}&texts=once`;
    const response = await fetch(address, { signal });
    const { cases, texts, error } = (await response.json()) as Partial<CasesSent & Rejection>;
    if (error && response.status < 500) return error;
    if (Array.isArray(cases)) return unfoldTexts(cases, texts);
  } catch {
    // As when no word of the product's came back.
  } finally {
    // It listens no more.
    giveUp();
  }
  return "unreachable";
}
