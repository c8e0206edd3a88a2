import { usePathname } from "next/navigation";
import { useEffect, useLayoutEffect } from "react";
import type { AnswerStore } from "#components/sitting/device/answer-store-types.ts";
import { isLastSitting, rememberLastSitting } from "#components/sitting/device/last-sitting.ts";
import { keepAddress } from "#components/sitting/navigation/browser-address.ts";
import { Obstacle } from "#components/sitting/page/around-cases.tsx";
import type { SittingState } from "#components/sitting/page/use-sitting-page.ts";

const askEvery = 3 * 60_000;
const askAtMost = 10_000;

type Props = {
  state: SittingState;
  store: AnswerStore;
  onCover: (isCovered: boolean) => void;
};

/** Looks after what goes on elsewhere: the time that is left, a sitting that was ended on another page, what stands in the way. */
export function SittingWatch({ state, store, onCover }: Props) {
  const { sittingId, msLeft, onMsLeft } = state;
  const routed = usePathname();
  // In the commit in which the router has written its own.
  useLayoutEffect(keepAddress, [routed]);

  useEffect(() => {
    const leaving = new AbortController();
    if (msLeft !== null) watchTime(msLeft, onMsLeft, store, leaving.signal);
    return () => leaving.abort();
  }, [msLeft, onMsLeft, store]);

  useEffect(() => {
    const leaving = new AbortController();
    watchReturn(sittingId, onCover, store, leaving.signal);
    guardLinks(leaving.signal);
    return () => leaving.abort();
  }, [sittingId, store, onCover]);

  return <Obstacle state={state} />;
}

/** Staff may lengthen it, so it is asked again. */
function watchTime(
  msLeft: number,
  onMsLeft: Props["state"]["onMsLeft"],
  store: AnswerStore,
  signal: AbortSignal,
): void {
  let left = msLeft;
  let since = performance.now();
  let askedAt = since;
  const tell = () => onMsLeft(left - (performance.now() - since));
  async function ask(): Promise<void> {
    if (performance.now() - askedAt < askAtMost) return;
    askedAt = performance.now();
    const told = await store.refresh();
    if (typeof told === "string" || told?.msLeft == null) return;
    left = told.msLeft;
    since = performance.now();
    tell();
  }
  const planned = [setInterval(tell, 5000), setInterval(ask, askEvery)];
  signal.addEventListener("abort", () => planned.forEach(clearInterval));
  addEventListener("focus", ask, { signal });
  document.addEventListener("visibilitychange", ask, { signal });
}

/**
 * A page that the browser had put aside whole, and brings back, is covered until the server says that it still goes on
 * for whoever is there now. Not reached, it can only go by whether somebody signed out, or another sitting was opened.
 */
function watchReturn(
  sittingId: string,
  onCover: Props["onCover"],
  store: AnswerStore,
  signal: AbortSignal,
): void {
  rememberLastSitting(sittingId);
  let isDoubtful = false;
  let asked = 0;
  async function confirm(): Promise<void> {
    const turn = (asked += 1);
    const told = await store.refresh();
    // Only the last word counts: one that was asked for before the page was put aside is about whoever was there then.
    if (turn !== asked || signal.aborted) return;
    isDoubtful = !told;
    // As opening it anew would: to the sign-in, or to what is not to be found; or it isn't reached.
    if (typeof told === "string" || (!told && !isLastSitting(sittingId))) window.location.reload();
    else if (told && told.state !== "started") window.location.replace(`/sittings/${sittingId}`);
    else onCover(false);
  }
  function shown({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    onCover(true);
    void confirm();
  }
  function look(): void {
    if (isDoubtful && !document.hidden) void confirm();
  }
  addEventListener("pageshow", shown, { signal });
  for (const coming of ["online", "focus"]) addEventListener(coming, look, { signal });
  document.addEventListener("visibilitychange", look, { signal });
}

/** Pages beside the cases are the server's: offline, their links say so instead of leading nowhere. */
function guardLinks(signal: AbortSignal): void {
  const said = document.querySelector<HTMLElement>("#sitting-menu [data-offline]");
  const tell = (words = "") => said && (said.textContent = words);
  function guard(event: MouseEvent): void {
    const link = (event.target as Element).closest("#sitting-menu a, a[data-beside]");
    if (!link || navigator.onLine) return;
    event.preventDefault();
    document.getElementById("sitting-menu")?.showPopover();
    tell(said?.dataset.offline);
  }
  document.addEventListener("click", guard, { signal });
  addEventListener("online", () => tell(), { signal });
}
