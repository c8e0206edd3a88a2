"use client";

import { useId, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/fields/field.tsx";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { useCopy, type CopyWords } from "#components/ui/copy/use-copy.ts";

type Props = { label: string; value: string; words: CopyWords };

export function CopyableLink({ label, value, words }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [outcome, copy] = useCopy(value, () => {
    input.current?.focus();
    input.current?.select();
  });

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
          <ControlIcon name={outcome === "copied" ? "check" : "copy"} />
          {words.copy}
        </Button>
      </div>
      <p role="status" className="min-h-6 text-sm text-ink-muted">
        {outcome && words[outcome]}
      </p>
    </div>
  );
}
