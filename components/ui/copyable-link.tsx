"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icons.tsx";

type Props = {
  label: string;
  value: string;
  words: { copy: string; copied: string; selected: string };
};

export function CopyableLink({ label, value, words }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
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
      // Over plain http the clipboard is out of reach: select the text for the keyboard instead.
      input.current?.focus();
      input.current?.select();
      setOutcome("selected");
    }
  }

  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={input}
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className={`${controlClass} min-w-0 font-mono text-sm`}
        />
        <Button onClick={copy} className="shrink-0">
          <Icon name={outcome === "copied" ? "check" : "copy"} />
          {words.copy}
        </Button>
      </div>
      <p role="status" className="min-h-6 text-sm text-ink-muted">
        {outcome && words[outcome]}
      </p>
    </div>
  );
}
