import { useEffect, type ComponentProps } from "react";
import type { KnownAnswer } from "#components/sitting/device/answer-store-types.ts";
import { isSameAnswer } from "#components/sitting/device/outbox-rules.ts";
import { SendingState, type SendingWords } from "#components/sitting/device/sending-state.tsx";
import { forgetComment } from "#components/sitting/device/kept-comment.ts";
import { forgetDrafts } from "#components/sitting/device/sitting-storage.ts";
import { useAnswerStore } from "#components/sitting/device/use-answer-store.ts";
import { namesOf } from "#components/task-kinds/names.ts";
import { fill } from "#components/sitting/words.ts";
import type { AnswerValue, CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";

type Case = { position: number; asked: Pick<CaseQuestions, "kind"> } & KnownAnswer;
type Props = {
  sittingId: string;
  /** As the server has them. */
  cases: readonly Case[];
  questions: ComponentProps<typeof SendingState>["questions"];
  words: SendingWords;
  /** Of each kind its own words for what was answered. */
  wordsOf: Partial<Record<KindName, SendingWords>>;
  signInAddress: string;
};

/** For a sitting that is over: what this device holds and the server never took. Nothing at all where there is nothing. */
export function KeptAnswers({ sittingId, cases, questions, words, wordsOf, signInAddress }: Props) {
  const store = useAnswerStore(sittingId, cases);
  const count = store?.state().count;

  // Whatever was only being thought about has no business on a device that somebody else may use.
  useEffect(() => {
    if (count !== 0) return;
    forgetComment(sittingId);
    void forgetDrafts(sittingId);
  }, [count, sittingId]);

  if (!store || !count) return null;
  const others = cases
    .map(({ position, asked, answer }, i) => ({
      position,
      place: i + 1,
      kind: asked.kind,
      here: store.known(position).answer,
      stored: answer,
    }))
    .filter(({ position, here, stored }) => store.isUnacknowledged(position) && !isSameAnswer(here, stored));
  return (
    <section aria-labelledby="kept-answers" className="grid gap-3">
      <h2 id="kept-answers" className="text-xl font-semibold">
        {words.keptTitle}
      </h2>
      <SendingState
        store={store}
        words={words}
        signInAddress={signInAddress}
        questions={questions}
        cases={cases}
        addressOf={null}
      />
      {others.length > 0 && (
        <ul className="list-disc pl-6">
          {others.map((two) => (
            <li key={two.place}>{compare(two, wordsOf[two.kind] ?? words)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

type AnswerConflict = { place: number; kind: KindName; here: AnswerValue | null; stored: AnswerValue | null };

/** What was given here beside what is stored. */
function compare({ place, kind, here, stored }: AnswerConflict, words: SendingWords): string {
  const { formatByPlace } = namesOf(kind);
  const decisionOf = (answer: AnswerValue | null) => answer && kindOf(kind).decide(answer);
  const nameOf = (answer: AnswerValue | null) =>
    (answer && formatByPlace(answer, words)) ?? words.noCandidate;
  const said = decisionOf(here) === decisionOf(stored) ? words.otherwise : words.compared;
  return fill(said, { place, here: nameOf(here), stored: nameOf(stored) });
}
