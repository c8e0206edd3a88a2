import { useEffect, type RefObject } from "react";
import { SittingBar } from "#components/sitting/page/sitting-bar.tsx";
import { Button } from "#components/ui/button.tsx";
import type { useQueue } from "#components/reviews/queue/work/use-queue.ts";
import type { WorkProps } from "#components/reviews/queue/work/work-props.ts";
import clsx from "clsx";
import { counted } from "#components/sitting/device/sending-state.tsx";
import { isReached, type QueueSending } from "#components/reviews/queue/device/entries.ts";
import type { QueueWords } from "#components/reviews/queue/words.ts";

type BarProps = Pick<ReturnType<typeof useQueue>, "sending"> & { props: WorkProps; onGuidance: () => void };

export function WorkBar({ props: { title, words, menu, signInAddress }, sending, onGuidance }: BarProps) {
  return (
    // On a phone one line of the title has to do: the text needs the room.
    <div className="contents max-sm:[&_h1]:line-clamp-1">
      <SittingBar
        title={title}
        state={<SendingLine sending={sending} signInAddress={signInAddress} words={words.sending} />}
        ways={
          <>
            <a href="#decide" className="target flex items-center px-3 text-sm text-accent lg:hidden">
              {words.toForm}
            </a>
            <Button variant="quiet" size="small" className="max-sm:hidden" onClick={onGuidance}>
              {words.guidance}
            </Button>
            {menu}
          </>
        }
      />
    </div>
  );
}

/** What stands still beneath the bar on top knows how high that is: in trouble it has more lines. */
export function useRoomBeneathBar(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = document.querySelector<HTMLElement>(".sitting-bar");
    if (!bar) return;
    const observer = new ResizeObserver(() => {
      const isStill = getComputedStyle(bar).position === "sticky";
      page.current?.style.setProperty("--bar", isStill ? `${bar.offsetHeight}px` : "0px");
    });
    observer.observe(bar);
    return () => observer.disconnect();
  }, [page]);
}

type Props = { sending: QueueSending | null; words: QueueWords["sending"]; signInAddress: string };

/** How it stands with what was decided here, always in words; read out when something is amiss, and when it is well again. */
function SendingLine({ sending, words, signInAddress }: Props) {
  if (!sending) return <p className="sitting-state">{words.unscripted}</p>;
  const { kind, count, isKept } = sending;
  const isTrouble = !isReached(kind);
  return (
    <div
      data-sending={kind}
      className={clsx(
        "grid gap-1",
        isTrouble
          ? "col-span-full border-l-4 border-warning bg-warning-tint px-4 py-2 text-base text-ink"
          : "sitting-state",
      )}
    >
      <p role="status" aria-live={isTrouble ? "polite" : "off"}>
        {isTrouble ? (
          <>
            {words[kind]}{" "}
            {isKept
              ? counted(count, words.keptOne, words.keptMany)
              : counted(count, words.heldOne, words.heldMany)}
          </>
        ) : (
          words[kind]
        )}
      </p>
      {!isKept && <p>{words.unkept}</p>}
      {kind === "signed_out" && (
        <p>
          <a className="text-accent underline" href={signInAddress} target={isKept ? undefined : "_blank"}>
            {words.signIn}
          </a>
        </p>
      )}
    </div>
  );
}
