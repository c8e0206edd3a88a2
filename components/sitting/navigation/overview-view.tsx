import { useEffect, useState, type MouseEvent, type ReactNode } from "react";
import { countAnswered, listItems } from "#components/sitting/navigation/overview-items.ts";
import { Overview } from "#components/sitting/navigation/overview.tsx";
import type { AnswerStore } from "#components/sitting/device/answer-store-types.ts";
import { addressOf } from "#components/sitting/navigation/address.ts";
import { LazyPace } from "#components/sitting/page/lazy-pace.tsx";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import { buttonClass, ButtonLink } from "#components/ui/button.tsx";
import { findFirstOpen } from "#lib/sittings/serving/where-next.ts";
import type { AnswerValue, Asked } from "#lib/sittings/answers/schema.ts";

type Props = {
  sittingId: string;
  /** The cases that count. */
  progress: readonly { position: number; isPractice: boolean; answer: AnswerValue | null }[];
  questions: Asked;
  words: PageWords;
  heading: ReactNode;
  /** Null where only a link leads there yet. */
  onGo: ((position: number) => void) | null;
  store: AnswerStore | null;
};

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Links for whoever has no script, or wants another tab; otherwise the case is here already. */
export function OverviewView({ sittingId, progress, questions, words, heading, onGo, store }: Props) {
  const [isOffline, setIsOffline] = useState(false);
  const { overview } = words.sitting;
  const items = listItems(progress, questions);
  const isComplete = countAnswered(items) === items.length;
  const open = findFirstOpen(progress, questions);

  useEffect(() => {
    const back = () => setIsOffline(false);
    window.addEventListener("online", back);
    return () => window.removeEventListener("online", back);
  }, []);

  // Finishing is the server's, and it asks for every answer to be there.
  function finish(event: MouseEvent): void {
    if (!isPlain(event) || (navigator.onLine && (!store || store.state().kind === "saved"))) return;
    event.preventDefault();
    setIsOffline(!navigator.onLine);
    if (navigator.onLine && store)
      void store.settle().then(() => window.location.assign(addressOf(sittingId, "finish")));
  }
  const leadTo = (position: number) => ({
    href: addressOf(sittingId, position),
    onClick(event: MouseEvent) {
      if (!onGo || !isPlain(event)) return;
      event.preventDefault();
      onGo(position);
    },
  });
  return (
    <Overview
      items={items}
      words={words.sitting}
      heading={
        <>
          {heading}
          <LazyPace progress={progress} questions={questions} words={words} />
        </>
      }
      goTo={
        questions.mayGoBack
          ? (place, { label, className, children }) => (
              <a {...leadTo(progress[place - 1]?.position ?? 1)} aria-label={label} className={className}>
                {children}
              </a>
            )
          : undefined
      }
    >
      <div className="grid justify-items-start gap-3 border-t border-line pt-6">
        {isComplete ? (
          <ButtonLink href={addressOf(sittingId, "finish")} variant="primary" onClick={finish}>
            {overview.finish}
          </ButtonLink>
        ) : (
          <>
            <a {...leadTo(open ?? 1)} className={buttonClass({ variant: "primary" })}>
              {overview.resume}
            </a>
            <p className="text-ink-muted">{overview.notYet}</p>
          </>
        )}
        <p role="status" className="text-ink-muted empty:hidden">
          {isOffline && words.answering.offline}
        </p>
      </div>
    </Overview>
  );
}
