import type { ComponentProps, ReactNode } from "react";
import { EndCode } from "#components/sitting/finish/end-code.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { fill, type SittingWords } from "#components/sitting/words.ts";

type Props = Pick<ComponentProps<typeof EndCode>, "returnAddress"> & {
  done: number;
  count: number;
  /** Null where the study closed before anybody got one. */
  code: string | null;
  /** What everybody reads at the end. */
  debrief: ReactNode;
  words: Pick<SittingWords, "own" | "debrief" | "copy">;
};

/** For somebody in the middle of a study that has closed: how much is stored, what shows it, and what it was about. */
export function ClosedOn({ done, count, code, returnAddress, debrief, words }: Props) {
  const { own } = words;
  return (
    <>
      <PageTitle>{own.closedTitle}</PageTitle>
      <p>
        {own.closedBody} {fill(own.closedStored, { done, count })}
      </p>
      {code && (
        <EndCode
          title={own.partialCode}
          value={code}
          hint={own.partialHint}
          returnAddress={returnAddress}
          toService={words.debrief.toProlific}
          copy={words.copy}
        />
      )}
      <section aria-labelledby="debrief" className="grid gap-4">
        <h2 id="debrief" className="text-xl font-semibold">
          {own.aboutStudy}
        </h2>
        {debrief}
      </section>
    </>
  );
}
