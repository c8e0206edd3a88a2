import { useEffect, useSyncExternalStore, type MouseEvent } from "react";
import { useSendState } from "#components/sitting/device/use-send-state.ts";
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
  const { sittingId, cases, steps, answered, questions, words, runtime, goTo } = state;
  const { overview } = words.sitting;
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
      hint={questions.mayGoBack ? overview.hint : overview.noReturn}
      linkTo={questions.mayGoBack ? (place) => leadTo(steps[place - 1]?.position ?? 1) : undefined}
    >
      <div className="grid justify-items-start gap-3 border-t border-line pt-6">
        {answered === cases.length ? (
          <ToHandIn state={state} />
        ) : (
          <>
            <a {...leadTo(state.open)} className={buttonClass({ variant: "primary" })}>
              {steps.every(({ answer }) => answer === null) ? overview.start : overview.resume}
            </a>
            <p className="text-ink-muted">{overview.notYet}</p>
          </>
        )}
        {questions.mayGoBack && <p className="text-ink-muted pointer-coarse:hidden">{overview.keys}</p>}
      </div>
    </Overview>
  );
}

function subscribeOnline(heard: () => void): () => void {
  for (const name of ["online", "offline"]) addEventListener(name, heard);
  return () => {
    for (const name of ["online", "offline"]) removeEventListener(name, heard);
  };
}

/** Handing in is the server's, and it asks for every answer to be there. Who came by the last passage is led there. */
function ToHandIn({ state: { sittingId, cases, runtime, words } }: Props) {
  const { overview } = words.sitting;
  const address = addressOf(sittingId, "finish");
  const store = runtime?.store ?? null;
  const sending = useSendState(store);
  const isSaved = sending?.kind === "saved";
  const isOnline = useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  );
  const isLast = runtime !== null && runtime.way.from === cases.at(-1)?.position;
  useEffect(() => {
    // What was given last may have come to the store since this was drawn, or be on its way there.
    const isStored = sending === store?.state() && runtime?.answers.isHandedOver();
    if (isLast && isSaved && isOnline && isStored) runtime.location.replace(address);
  }, [isLast, isSaved, isOnline, sending, store, runtime, address]);

  function finish(event: MouseEvent): void {
    if (!runtime || !isPlain(event) || (isOnline && isSaved)) return;
    event.preventDefault();
    if (isOnline) void runtime.store.flush().then(() => runtime.location.assign(address));
  }
  return (
    <>
      <ButtonLink href={address} variant="primary" onClick={finish}>
        {overview.finish}
      </ButtonLink>
      <p role="status" className="text-ink-muted empty:hidden">
        {!isOnline && words.answering.offline}
      </p>
    </>
  );
}
