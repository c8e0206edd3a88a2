import { useEffect } from "react";
import type { Desk } from "#components/sitting/device/desk-types.ts";
import { toMinutes } from "#components/sitting/room/minutes.ts";

const askEvery = 3 * 60_000;
const askAtMost = 10_000;

type Props = {
  sittingId: string;
  desk: Desk | null;
  /** Null without a time limit. */
  msLeft: number | null;
  onMinutes: (minutes: number) => void;
  onCover: (isCovered: boolean) => void;
};

/** Looks after what goes on elsewhere: the time that is left, and a sitting that was ended on another page. */
export function RoomWatch({ sittingId, desk, msLeft, onMinutes, onCover }: Props) {
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
      const told = await desk?.refresh();
      if (told?.msLeft == null) return;
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
  }, [desk, msLeft, onMinutes]);

  // A page that the browser had put aside whole, and brings back, is covered until it is known that it still goes on.
  useEffect(() => {
    async function shown({ persisted }: PageTransitionEvent): Promise<void> {
      if (!persisted) return;
      onCover(true);
      const told = await desk?.refresh();
      if (told && told.state !== "started") window.location.replace(`/sittings/${sittingId}`);
      else onCover(false);
    }
    const listener = (event: PageTransitionEvent) => void shown(event);
    window.addEventListener("pageshow", listener);
    return () => window.removeEventListener("pageshow", listener);
  }, [sittingId, desk, onCover]);

  return null;
}
