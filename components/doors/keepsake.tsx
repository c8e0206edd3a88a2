"use client";

import clsx from "clsx";
import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy/copy-button.tsx";
import type { CopyWords } from "#components/ui/copy/use-copy.ts";
import "#components/ui/alone-on-paper.css";

export type KeepsakeWords = CopyWords & Record<"code" | "passphrase" | "address" | "print" | "line", string>;
type Props = {
  /** What it is for, on paper. */
  title: string;
  language?: string;
  handle: string;
  passphrase: string;
  /** Where one signs in with both. */
  address: string;
  words: KeepsakeWords;
};

/** Code and passphrase, to be noted, copied or printed: only this is on the paper. */
export function Keepsake({ title, language, handle, passphrase, address, words }: Props) {
  const id = useId();
  const rows = [
    [words.code, handle],
    [words.passphrase, passphrase],
    [words.address, address],
  ] as const;
  return (
    <div data-alone-on-paper className="grid gap-4">
      <p lang={language} className="hidden text-xl font-semibold print:block">
        {title}
      </p>
      <dl id={id} className="grid gap-3 print:mt-6 print:block">
        {rows.map(([label, value], i) => (
          <div key={label} className="print:mb-4">
            <dt className="text-sm text-ink-muted">{label}</dt>
            <dd
              lang="en"
              className={clsx(
                "select-all",
                i < 2 && "text-xl font-semibold",
                i === 0 ? "whitespace-nowrap" : "wrap-anywhere",
              )}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="no-print flex flex-wrap items-center gap-3">
        <CopyButton
          value={rows
            .map(([label, value]) => words.line.replace("{label}", label).replace("{value}", value))
            .join("\n")}
          from={id}
          words={words}
        />
        <Button onClick={() => print()} className="[@media(scripting:none)]:hidden">
          {words.print}
        </Button>
      </div>
    </div>
  );
}
