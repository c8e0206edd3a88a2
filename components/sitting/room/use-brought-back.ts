import { useEffect, useState } from "react";
import type { Desk } from "#components/sitting/device/desk-types.ts";

/**
 * Handing in happens on another page: a page that the browser had put aside whole, and brings back, is covered until
 * it is known that the sitting still goes on.
 */
export function useBroughtBack(sittingId: string, desk: Desk | null): boolean {
  const [isChecking, setIsChecking] = useState(false);

  useEffect(() => {
    async function shown({ persisted }: PageTransitionEvent): Promise<void> {
      if (!persisted) return;
      setIsChecking(true);
      const told = await desk?.refresh();
      if (told && told.state !== "started") window.location.replace(`/sittings/${sittingId}`);
      else setIsChecking(false);
    }
    const listener = (event: PageTransitionEvent) => void shown(event);
    window.addEventListener("pageshow", listener);
    return () => window.removeEventListener("pageshow", listener);
  }, [sittingId, desk]);

  return isChecking;
}
