"use client";

import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icons.tsx";

export type CopyWords = { copy: string; copied: string; selected: string };
type Props = {
  value: string;
  /** The id of where it stands, to select it where the clipboard is out of reach. */
  from: string;
  words: CopyWords;
};

export function CopyButton({ value, from, words }: Props) {
  const [outcome, setOutcome] = useState<"copied" | "selected" | null>(null);

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
      // Over plain http there is no clipboard.
      const place = document.getElementById(from);
      if (place) getSelection()?.selectAllChildren(place);
      setOutcome("selected");
    }
  }

  return (
    <>
      {/* Without a script there is nothing that could copy. */}
      <Button onClick={copy} className="no-print [@media(scripting:none)]:hidden">
        <Icon name={outcome === "copied" ? "check" : "copy"} />
        {words.copy}
      </Button>
      <span role="status" className="no-print text-sm text-ink-muted empty:hidden">
        {outcome && words[outcome]}
      </span>
    </>
  );
}
