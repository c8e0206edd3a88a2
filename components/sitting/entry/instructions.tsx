import type { ReactNode } from "react";
import { PageTitle } from "#components/sitting/page-title.tsx";
import type { SittingWords } from "#components/sitting/words.ts";

type Props = {
  text: ReactNode;
  /** Above the text. */
  notes?: ReactNode;
  /** Of a case, in the reader's language. */
  example: ReactNode;
  words: Pick<SittingWords, "instructions">;
  /** Stands on a page with a title of its own. */
  under?: boolean;
  children?: ReactNode;
};

export function Instructions({ text, notes, example, words: { instructions }, under, children }: Props) {
  return (
    <div className="grid gap-8">
      {under ? (
        <h2 className="text-xl font-semibold">{instructions.title}</h2>
      ) : (
        <PageTitle>{instructions.title}</PageTitle>
      )}
      {notes}
      <div className="measure">{text}</div>
      <details className="min-w-0 rounded-lg border border-line px-4 py-2">
        <summary className="target cursor-pointer font-medium text-accent">{instructions.example}</summary>
        <div className="grid gap-3 py-3">
          <p className="text-ink-muted">{instructions.exampleNote}</p>
          {example}
        </div>
      </details>
      {children}
    </div>
  );
}
