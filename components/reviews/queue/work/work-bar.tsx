import clsx from "clsx";
import { useEffect, type RefObject } from "react";
import { isReached, type QueueSending, type QueueEntry } from "#components/reviews/queue/device/entries.ts";
import {
  type QueueWords,
  formatDecision,
  type Choices,
  formatCheck,
  formatProblem,
} from "#components/reviews/queue/words.ts";
import type { useQueue, WorkProps } from "#components/reviews/queue/work/use-queue.ts";
import { counted } from "#components/sitting/device/sending-state.tsx";
import { SittingBar } from "#components/sitting/page/sitting-bar.tsx";
import { fill } from "#components/sitting/words.ts";
import { Button } from "#components/ui/button.tsx";

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

type LineProps = { sending: QueueSending | null; words: QueueWords["sending"]; signInAddress: string };

/** How it stands with what was decided here, always in words; read out when something is amiss, and when it is well again. */
function SendingLine({ sending, words, signInAddress }: LineProps) {
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

type AsideProps = {
  aside: readonly QueueEntry[];
  choices: Choices;
  words: QueueWords;
  onPutAway: (id: string) => void;
};

/** What was refused stays on the device, with the reason, until whoever said it has seen it. */
export function PutAside({ aside, choices, words, onPutAway }: AsideProps) {
  if (aside.length === 0) return null;
  return (
    <section
      aria-labelledby="put-aside"
      className="grid gap-3 border-l-4 border-warning bg-warning-tint px-4 py-3 text-base"
    >
      <h2 id="put-aside" className="font-semibold">
        {words.aside.title}
      </h2>
      <ul role="list" className="grid gap-4">
        {aside.map(({ id, given, problem = "other" }) => (
          <li key={id} className="grid justify-items-start gap-1">
            <p>
              {fill(words.item, { number: given.number })}: {formatProblem(problem, words.problems)}
            </p>
            <p className="text-ink-muted">
              {fill(words.aside.said, { said: formatReply(given, choices, words.said) })}
            </p>
            <Button size="small" onClick={() => onPutAway(id)}>
              {fill(words.aside.putAway, { number: given.number })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function formatReply(given: QueueEntry["given"], choices: Choices, words: QueueWords["said"]): string {
  const comment = "comment" in given && given.comment ? ` “${given.comment}”` : "";
  if (given.to === "audits") return (given.agrees ? words.agrees : words.disagrees) + comment;
  if (given.to !== "checks") return formatDecision(given, choices, words) + comment;
  return formatCheck(given, choices, words) + comment;
}
