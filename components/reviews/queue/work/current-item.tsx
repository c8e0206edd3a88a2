import { useActionState, useEffect, useRef, useState } from "react";
import { forgetReading } from "#components/reading/long/kept-reading.ts";
import { findSame, keyAt, type HeldItem } from "#components/reviews/queue/device/held-items.ts";
import type { ItemDraft } from "#components/reviews/queue/device/queue-outbox.ts";
import { ItemView, stageOf } from "#components/reviews/queue/work/item-view.tsx";
import type { useQueue } from "#components/reviews/queue/work/use-queue.ts";
import type { WorkProps } from "#components/reviews/queue/work/work-props.ts";
import type { QueueWords } from "#components/reviews/queue/words.ts";
import { fill } from "#components/sitting/words.ts";
import type { WordsToRead } from "#components/task-kinds/words.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { audit, check, decide, decideBlind } from "#lib/reviews/device/actions.ts";

const actionOf = { decide, blind: decideBlind, check, audit };

type CurrentProps = { props: WorkProps; work: ReturnType<typeof useQueue>; current: HeldItem };

/** The item in front of somebody, with what they began and what is to be told of it. */
export function CurrentItem({ props, work, current }: CurrentProps) {
  const { step, choices, words, wordsOf, slug, userId, by, first, firstId } = props;
  const { outbox, queue, view, sending } = work;
  const stage = stageOf(step, current);
  const [state, send] = useActionState(actionOf[stage], null);
  const [begun, setBegun] = useState<ItemDraft | null>(null);
  // What somebody chooses before the device has been read is newer than what it keeps.
  const isTouched = useRef(false);
  const { number, round, returned } = current;
  const at = draftAt(current);
  const readingPlace = `${slug} ${userId} ${number}`;
  useEffect(() => {
    let isLeft = false;
    void outbox?.draft(at).then((draft) => void (isLeft || isTouched.current || setBegun(draft)));
    return () => void (isLeft = true);
  }, [outbox, at]);

  const isWaiting = stage === "blind" && (outbox?.isGiven(keyAt("blind", current)) ?? false);
  return (
    <ItemView
      stage={stage}
      choices={choices}
      words={words}
      isWaiting={isWaiting}
      begun={begun}
      item={current}
      readingWords={wordsOf[current.shown.kind] as WordsToRead}
      place={readingPlace}
      notes={
        <>
          {view.isLost && <p role="status">{words.notes.lost}</p>}
          {round > 1 && <p>{fill(words.notes.round, { round })}</p>}
          {returned && (
            <p className="whitespace-pre-line">{fill(words.notes.returned, { words: returned })}</p>
          )}
          {(view.problem === "paused" || view.problem === "closed") && (
            <p role="status">{words.notes[view.problem]}</p>
          )}
          {isWaiting && sending?.kind === "waiting" && <p role="status">{words.notes.blindOffline}</p>}
          <FormMessage>{state && !state.ok ? sayProblem(state.error, words.problems) : null}</FormMessage>
        </>
      }
      form={{
        action: send,
        fields: <HiddenFields slug={slug} by={by} item={current} id={findSame(first, current) && firstId} />,
      }}
      onGive={
        queue &&
        ((given) => {
          outbox?.setDraft(at, null);
          if (stage === step) forgetReading(readingPlace);
          queue.give(given);
        })
      }
      onBegun={(draft) => {
        isTouched.current = true;
        outbox?.setDraft(at, draft);
      }}
    />
  );
}

/** A device keeps what was begun by a number. */
const draftAt = ({ number, round, place }: HeldItem): number => number * 1000 + round * 10 + place;

const sayProblem = (problem: string, words: QueueWords["problems"]): string =>
  words[Object.hasOwn(words, problem) ? (problem as keyof typeof words) : "other"];

type HiddenProps = { slug: string; by: number; item: HeldItem; id: string | undefined };

function HiddenFields({ slug, by, item, id }: HiddenProps) {
  const { number, round, place, decisionId, check } = item;
  const fields = { slug, by, id, number, round, place, decisionId, checkId: check?.id };
  return Object.entries(fields).map(
    ([name, value]) => value != null && <input key={name} type="hidden" name={name} value={value} />,
  );
}
