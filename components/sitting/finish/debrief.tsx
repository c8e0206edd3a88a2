import type { ReactNode } from "react";
import { ConsentLines } from "#components/sitting/entry/consent-lines.tsx";
import { EndCode, NamedCode } from "#components/sitting/finish/codes.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";

type Props = {
  text: ReactNode;
  notes?: ReactNode;
  /** Proves that all answers are stored. */
  code: { value: string; hint?: string };
  /** Where the recruiting service takes people back. */
  returnAddress: string | null;
  /** A sentence for each kind of case, only where the study says so. */
  scores: readonly string[];
  words: Pick<SittingWords, "consent" | "debrief" | "copy" | "own">;
  contact?: ContactProps["contact"];
  /** What one names to have somebody else do it. */
  participantCode?: string;
  /** Where one does it oneself; nowhere in a preview. */
  withdrawAddress?: string;
  children?: ReactNode;
};

type ContactProps = {
  /** Whom to ask, where the plan says it. */
  contact: { said: string; language: string } | undefined;
  words: Pick<SittingWords, "consent">;
};

export const Contact = ({ contact, words }: ContactProps) =>
  contact && (
    <ConsentLines
      lines={[{ field: "contact", said: contact.said }]}
      language={contact.language}
      words={words}
    />
  );

/** In the words of the kind that it is of. */
export const formatScore = (
  { debrief }: Pick<SittingWords, "debrief">,
  { right, count, passed }: { right: number; count: number; passed: number },
): string =>
  [
    fill(debrief.score, { right, count }),
    ...(passed > 0 ? [fill(debrief.passed, { count: passed })] : []),
  ].join(" ");

/** The thanks, and what one takes along: the code is what people are paid by, so it stands first. */
export function Debrief({
  text,
  notes,
  code,
  returnAddress,
  scores,
  words,
  contact,
  participantCode,
  withdrawAddress,
  children,
}: Props) {
  const { debrief } = words;
  return (
    <div className="grid gap-8">
      <PageTitle>{debrief.title}</PageTitle>
      <EndCode
        title={debrief.code}
        value={code.value}
        hint={code.hint ?? debrief.codeHint}
        returnAddress={returnAddress}
        toService={debrief.toProlific}
        copy={words.copy}
      />
      {scores.length > 0 && (
        <div className="grid gap-2">
          {scores.map((said) => (
            <p key={said}>{said}</p>
          ))}
        </div>
      )}
      {notes}
      <div>{text}</div>
      <Contact contact={contact} words={words} />
      {children}
      <section aria-labelledby="withdraw" className="grid gap-2 border-t border-line pt-6">
        <h2 id="withdraw" className="text-xl font-semibold">
          {debrief.withdrawTitle}
        </h2>
        <p>{debrief.withdraw}</p>
        {participantCode && <NamedCode code={participantCode} words={words} />}
        {withdrawAddress && (
          <div>
            <ButtonLink href={withdrawAddress}>{debrief.toWithdraw}</ButtonLink>
          </div>
        )}
      </section>
    </div>
  );
}
