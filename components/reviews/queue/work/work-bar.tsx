import { useEffect, type RefObject } from "react";
import { SittingBar } from "#components/sitting/page/sitting-bar.tsx";
import { Button } from "#components/ui/button.tsx";
import { SendingLine } from "#components/reviews/queue/work/sending-line.tsx";
import type { useQueue } from "#components/reviews/queue/work/use-queue.ts";
import type { WorkProps } from "#components/reviews/queue/work/work-props.ts";

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
