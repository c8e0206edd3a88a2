"use client";

import { useEffect, useState } from "react";
import { fetchCopyKeeping } from "#components/sitting/device/answer-store-types.ts";
import type { SendingWords } from "#components/sitting/device/sending-state.tsx";
import { Button } from "#components/ui/button.tsx";

type Props = { sittingId: string; words: Pick<SendingWords, "copies" | "forgetCopies" | "copiesGone"> };

/** Handed in: that this browser holds a copy, and a way to have it gone. Nothing where it holds none. */
export function CopyNote({ sittingId, words }: Props) {
  const [copy, setCopy] = useState<"unknown" | "here" | "gone">("unknown");

  useEffect(() => {
    void fetchCopyKeeping()
      .then(({ countCopies }) => countCopies(sittingId))
      .then((count) => count > 0 && setCopy("here"))
      .catch(() => undefined);
  }, [sittingId]);

  async function remove(): Promise<void> {
    const { forgetCopiesOf } = await fetchCopyKeeping();
    await forgetCopiesOf(sittingId);
    setCopy("gone");
  }
  if (copy === "unknown") return null;
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status" className="text-base text-ink-muted">
        {copy === "here" ? words.copies : words.copiesGone}
      </p>
      {copy === "here" && (
        <Button size="small" onClick={() => void remove()}>
          {words.forgetCopies}
        </Button>
      )}
    </div>
  );
}
