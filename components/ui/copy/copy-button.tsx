"use client";

import { Button } from "#components/ui/button.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { useCopy, type CopyWords } from "#components/ui/copy/use-copy.ts";

type Props = {
  value: string;
  /** The id of where it stands, to select it where the clipboard is out of reach. */
  from: string;
  words: CopyWords;
};

export function CopyButton({ value, from, words }: Props) {
  const [outcome, copy] = useCopy(value, () => {
    const place = document.getElementById(from);
    if (place) getSelection()?.selectAllChildren(place);
  });

  return (
    <>
      {/* Without a script there is nothing that could copy. */}
      <Button onClick={copy} className="no-print [@media(scripting:none)]:hidden">
        <ControlIcon name={outcome === "copied" ? "check" : "copy"} />
        {words.copy}
      </Button>
      <span role="status" className="no-print text-sm text-ink-muted empty:hidden">
        {outcome && words[outcome]}
      </span>
    </>
  );
}
