import type { ReactNode } from "react";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { fill, type SittingWords } from "#components/sitting/words.ts";

type Props = {
  text: ReactNode;
  /** Proves that all answers are stored. */
  code: { value: string; hint?: string };
  /** Where the recruiting service takes people back. */
  returnAddress: string | null;
  /** Only where the study says so. */
  score: { right: number; count: number } | null;
  words: Pick<SittingWords, "debrief">;
  children?: ReactNode;
};

export function Debrief({ text, code, returnAddress, score, words: { debrief }, children }: Props) {
  return (
    <div className="grid gap-8">
      <PageTitle>{debrief.title}</PageTitle>
      <section aria-labelledby="code" className="grid gap-2 rounded-lg border border-line bg-raised p-5">
        <h2 id="code" className="text-xl font-semibold">
          {debrief.code}
        </h2>
        <p lang="en" className="figures text-xl font-semibold select-all wrap-anywhere">
          {code.value}
        </p>
        <p className="text-ink-muted">{code.hint ?? debrief.codeHint}</p>
        {returnAddress && (
          <p>
            <a href={returnAddress} rel="noreferrer" className="text-accent underline">
              {debrief.toProlific}
            </a>
          </p>
        )}
      </section>
      {score && <p>{fill(debrief.score, score)}</p>}
      <div>{text}</div>
      {children}
      <section aria-labelledby="withdraw" className="grid gap-2 border-t border-line pt-6">
        <h2 id="withdraw" className="text-xl font-semibold">
          {debrief.withdrawTitle}
        </h2>
        <p>{debrief.withdraw}</p>
      </section>
    </div>
  );
}
