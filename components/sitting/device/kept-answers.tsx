"use client";

import { useEffect } from "react";
import { SendingState, type SendingWords } from "#components/sitting/device/sending-state.tsx";
import { onDevice } from "#components/sitting/device/store.ts";
import { useOpenDesk } from "#components/sitting/device/use-desk.ts";
import { useSendState } from "#components/sitting/device/use-send-state.ts";

const none: readonly never[] = [];
type Props = { sittingId: string; words: SendingWords; signInAddress: string };

/** For a sitting that is over: what this device holds and the server never took. Nothing at all where there is nothing. */
export function KeptAnswers({ sittingId, words, signInAddress }: Props) {
  const desk = useOpenDesk(sittingId, none);
  const count = useSendState(desk)?.count;

  // Whatever was only being thought about has no business on a device that somebody else may use.
  useEffect(() => {
    if (count !== 0) return;
    const ofSitting = IDBKeyRange.bound([sittingId], [sittingId, []]);
    onDevice("drafts", "readwrite", (drafts) => void drafts.delete(ofSitting)).catch(() => {});
  }, [count, sittingId]);

  if (!count) return null;
  return (
    <section aria-labelledby="kept-answers" className="grid gap-3">
      <h2 id="kept-answers">{words.keptTitle}</h2>
      <SendingState desk={desk} words={words} signInAddress={signInAddress} />
    </section>
  );
}
