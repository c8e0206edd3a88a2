import { useEffect, type ComponentProps } from "react";
import type { KnownAnswer } from "#components/sitting/device/answer-store-types.ts";
import { isSameAnswer } from "#components/sitting/device/outbox-rules.ts";
import { SendingState, type SendingWords } from "#components/sitting/device/sending-state.tsx";
import { forgetDrafts } from "#components/sitting/device/sitting-storage.ts";
import { useOpenAnswerStore } from "#components/sitting/device/use-answer-store.ts";
import { useSendState } from "#components/sitting/device/use-send-state.ts";
import { namesOf } from "#components/task-kinds/names.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import { fill } from "#components/sitting/words.ts";
import type { AnswerValue, Asked } from "#lib/sittings/answers/schema.ts";

type Case = { position: number; place: number } & KnownAnswer;
type Props = {
  sittingId: string;
  /** As the server has them. */
  cases: readonly Case[];
  questions: ComponentProps<typeof SendingState>["questions"] & Pick<Asked, "kind">;
  words: SendingWords;
  signInAddress: string;
};

/** For a sitting that is over: what this device holds and the server never took. Nothing at all where there is nothing. */
export function KeptAnswers({ sittingId, cases, questions, words, signInAddress }: Props) {
  const store = useOpenAnswerStore(sittingId, cases);
  const count = useSendState(store)?.count;

  // Whatever was only being thought about has no business on a device that somebody else may use.
  useEffect(() => {
    if (count === 0) void forgetDrafts(sittingId);
  }, [count, sittingId]);

  if (!store || !count) return null;
  const kind = kindOf(questions.kind);
  const { nameByPlace } = namesOf(questions.kind);
  const decisionOf = (answer: AnswerValue | null) => answer && kind.decide(answer);
  const nameOf = (answer: AnswerValue | null) => (answer && nameByPlace(answer, words)) ?? words.noCandidate;
  const others = cases
    .filter(({ position }) => store.isUnacknowledged(position))
    .map(({ position, place, answer }) => ({ place, here: store.known(position).answer, stored: answer }))
    .filter(({ here, stored }) => !isSameAnswer(here, stored));
  return (
    <section aria-labelledby="kept-answers" className="grid gap-3">
      <h2 id="kept-answers" className="text-xl font-semibold">
        {words.keptTitle}
      </h2>
      <SendingState {...{ store, words, signInAddress, questions, cases }} addressOf={null} />
      {others.length > 0 && (
        <ul className="list-disc pl-6">
          {others.map(({ place, here, stored }) => (
            <li key={place}>
              {fill(decisionOf(here) === decisionOf(stored) ? words.otherwise : words.compared, {
                place,
                here: nameOf(here),
                stored: nameOf(stored),
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
