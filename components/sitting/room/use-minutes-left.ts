import { useEffect, useState } from "react";
import type { Desk } from "#components/sitting/device/desk-types.ts";

const minute = 60_000;
const askEvery = 3 * minute;
const askAtMost = 10_000;

const toMinutes = (ms: number) => (ms <= 0 ? 0 : Math.max(1, Math.round(ms / minute)));

/** In whole minutes; 0 once the time is over, null without a limit. Asked again, since staff may lengthen it. */
export function useMinutesLeft(desk: Desk | null, msLeft: number | null): number | null {
  const [minutes, setMinutes] = useState(msLeft === null ? null : toMinutes(msLeft));
  const isLimited = msLeft !== null;

  useEffect(() => {
    if (!isLimited) return;
    let left = msLeft;
    let since = performance.now();
    let askedAt = since;
    const tell = () => setMinutes(toMinutes(left - (performance.now() - since)));
    async function ask(): Promise<void> {
      if (performance.now() - askedAt < askAtMost) return;
      askedAt = performance.now();
      const state = await desk?.refresh();
      if (state?.msLeft == null) return;
      left = state.msLeft;
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
  }, [desk, isLimited, msLeft]);

  return minutes;
}
