import { useEffect, useState, type MouseEvent } from "react";
import type { AnswerStore } from "#components/sitting/device/answer-store-types.ts";
import { addressOf } from "#components/sitting/navigation/address.ts";
import { listItems } from "#components/sitting/navigation/overview-items.ts";
import { Overview } from "#components/sitting/navigation/overview.tsx";
import type { SittingState } from "#components/sitting/page/use-sitting-page.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { ButtonLink } from "#components/ui/button.tsx";

type Props = { state: SittingState };

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Links for whoever has no script, or wants another tab; otherwise the case is here already. */
export function OverviewView({ state }: Props) {
  const { sittingId, steps, questions, words, runtime, goTo } = state;
  const leadTo = (position: number) => ({
    href: addressOf(sittingId, position),
    onClick(event: MouseEvent) {
      if (!runtime || !isPlain(event)) return;
      event.preventDefault();
      goTo(position);
    },
  });
  return (
    <Overview
      items={listItems(steps)}
      words={words.sitting}
      goTo={
        questions.mayGoBack
          ? (place, { label, className, children }) => (
              <a {...leadTo(steps[place - 1]?.position ?? 1)} aria-label={label} className={className}>
                {children}
              </a>
            )
          : undefined
      }
    >
      <WayOn state={state} resume={leadTo(state.open)} />
    </Overview>
  );
}

type WayOnProps = Props & { resume: { href: string; onClick: (event: MouseEvent) => void } };

/** To handing in, or to what is still open. */
function WayOn({ state, resume }: WayOnProps) {
  const { sittingId, cases, steps, answered, words, runtime } = state;
  const { overview } = words.sitting;
  const [isOffline, setIsOffline] = useState(false);

  useEffect(() => {
    const back = () => setIsOffline(false);
    window.addEventListener("online", back);
    return () => window.removeEventListener("online", back);
  }, []);

  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-6">
      {answered === cases.length ? (
        <ButtonLink
          href={addressOf(sittingId, "finish")}
          variant="primary"
          onClick={(event) => finish(event, sittingId, runtime?.store ?? null, setIsOffline)}
        >
          {overview.finish}
        </ButtonLink>
      ) : (
        <>
          <a {...resume} className={buttonClass({ variant: "primary" })}>
            {steps.every(({ answer }) => answer === null) ? overview.start : overview.resume}
          </a>
          <p className="text-ink-muted">{overview.notYet}</p>
        </>
      )}
      <p role="status" className="text-ink-muted empty:hidden">
        {isOffline && words.answering.offline}
      </p>
    </div>
  );
}

/** Finishing is the server's, and it asks for every answer to be there. */
function finish(
  event: MouseEvent,
  sittingId: string,
  store: AnswerStore | null,
  setIsOffline: (isOffline: boolean) => void,
): void {
  if (!isPlain(event) || (navigator.onLine && (!store || store.state().kind === "saved"))) return;
  event.preventDefault();
  setIsOffline(!navigator.onLine);
  if (navigator.onLine && store)
    void store.flush().then(() => window.location.assign(addressOf(sittingId, "finish")));
}
