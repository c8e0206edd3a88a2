import { useEffect } from "react";
import type { AnswerStore } from "#components/sitting/device/answer-store-types.ts";
import { isLastSitting, rememberLastSitting } from "#components/sitting/device/last-sitting.ts";
import { toMinutes } from "#components/sitting/page/minutes.ts";

const askEvery = 3 * 60_000;
const askAtMost = 10_000;

type Props = {
  sittingId: string;
  store: AnswerStore | null;
  /** Null without a time limit. */
  msLeft: number | null;
  onMinutes: (minutes: number) => void;
  onCover: (isCovered: boolean) => void;
};

/** Looks after what goes on elsewhere: the time that is left, and a sitting that was ended on another page. */
export function SittingWatch({ sittingId, store, msLeft, onMinutes, onCover }: Props) {
  // Staff may lengthen it, so it is asked again.
  useEffect(() => {
    if (msLeft === null) return;
    let left = msLeft;
    let since = performance.now();
    let askedAt = since;
    const tell = () => onMinutes(toMinutes(left - (performance.now() - since)));
    async function ask(): Promise<void> {
      if (performance.now() - askedAt < askAtMost) return;
      askedAt = performance.now();
      const told = await store?.refresh();
      if (typeof told === "string" || told?.msLeft == null) return;
      left = told.msLeft;
      since = performance.now();
      tell();
    }
    const telling = setInterval(tell, 5000);
    const asking = setInterval(() => void ask(), askEvery);
    const look = () => void ask();
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(telling);
      clearInterval(asking);
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [store, msLeft, onMinutes]);

  // A page that the browser had put aside whole, and brings back, is covered until the server says that it still goes on
  // for whoever is there now. Not reached, it can only go by whether somebody signed out, or another sitting was opened.
  useEffect(() => {
    rememberLastSitting(sittingId);
    const leaving = new AbortController();
    const { signal } = leaving;
    let isDoubtful = false;
    let asked = 0;
    async function confirm(): Promise<void> {
      const turn = (asked += 1);
      const told = await store?.refresh();
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
      if (isDoubtful && document.visibilityState === "visible") void confirm();
    }
    window.addEventListener("pageshow", shown, { signal });
    for (const coming of ["online", "focus"]) window.addEventListener(coming, look, { signal });
    document.addEventListener("visibilitychange", look, { signal });
    return () => leaving.abort();
  }, [sittingId, store, onCover]);

  useEffect(guardLinks, []);

  return null;
}

/** Pages beside the cases are the server's: offline, their links say so instead of leading nowhere. */
function guardLinks(): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
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
  window.addEventListener("online", () => tell(), { signal });
  return () => leaving.abort();
}
