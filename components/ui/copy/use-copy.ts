import { useEffect, useState } from "react";

export type CopyWords = { copy: string; copied: string; selected: string };
type Outcome = "copied" | "selected" | null;

/** Where there is no clipboard, as over plain http, what was to be copied is selected instead. */
export function useCopy(value: string, select: () => void): [outcome: Outcome, copy: () => Promise<void>] {
  const [outcome, setOutcome] = useState<Outcome>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), 4000);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome("copied");
    } catch {
      select();
      setOutcome("selected");
    }
  }
  return [outcome, copy];
}
