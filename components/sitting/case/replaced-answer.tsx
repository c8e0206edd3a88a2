import { useState, useSyncExternalStore } from "react";
import type { AnswerStore } from "#components/sitting/device/answer-store-types.ts";
import type { OptimisticAnswers } from "#components/sitting/navigation/optimistic-answers.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import { namesOf } from "#components/task-kinds/names.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";
import { fill } from "#components/sitting/words.ts";
import { Button } from "#components/ui/button.tsx";
import { mergeGiven, emptyAnswer } from "#lib/sittings/answers/changed-parts.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

type Props = {
  store: AnswerStore;
  answers: OptimisticAnswers;
  position: number;
  kind: KindName;
  names: readonly string[];
  words: PageWords;
  mayGoBack: boolean;
  /** The fields are to show what counts now. */
  onTake: () => void;
};

/**
 * At the case itself: another tab or device changed it, or gave something that was not seen here. Which answer is kept, which
 * was put aside, and one press for the other.
 */
export function ReplacedAnswer({ store, answers, position, kind, names, words, mayGoBack, onTake }: Props) {
  const replaced = useSyncExternalStore(store.subscribe, () => store.replacedAnswer(position));
  const [wasTold] = useState(() => store.replacedAnswer(position) === null);
  const [taken, setTaken] = useState<string | null>(null);
  const { answering, sending } = words;
  const { formatDecision } = namesOf(kind);
  const nameOf = (answer: AnswerValue | null) =>
    (answer && formatDecision(answer, names)) ?? sending.noCandidate;
  const { answer: counting } = answers.known(position);
  const kept = nameOf(counting);
  const said = replaced && store.isOverruled(replaced) ? answering.overruled : answering;

  /** Of what was put aside all that was given; the rest stays. */
  function take(answer: AnswerValue): void {
    answers.put(position, counting ? mergeGiven(emptyAnswer(kindOf(kind)), answer, counting) : answer);
    setTaken(fill(said.asideTaken, { aside: nameOf(answer) }));
    onTake();
  }

  const isTold = replaced !== undefined && !(replaced === null && wasTold);
  const other = replaced ? nameOf(replaced) : null;
  const isAlike = other === kept;
  const put = other !== null && fill(isAlike ? said.asideDetails : said.aside, { kept, aside: other });
  return (
    <div
      className={
        isTold ? "grid gap-3 rounded-md border-l-4 border-warning bg-warning-tint px-4 py-3" : "contents"
      }
    >
      <p role="status" className="empty:hidden">
        {isTold
          ? [said.elsewhere, put].map(
              (sentence) =>
                sentence && (
                  <span key={sentence} className="block">
                    {sentence}
                  </span>
                ),
            )
          : taken}
      </p>
      {isTold && replaced && mayGoBack && (
        <div className="flex flex-wrap gap-3">
          <Button type="button" onClick={() => take(replaced)}>
            {fill(isAlike ? said.takeDetails : answering.take, { aside: other ?? "" })}
          </Button>
          <Button type="button" variant="quiet" onClick={() => store.dismissReplaced(position)}>
            {fill(answering.leave, { kept })}
          </Button>
        </div>
      )}
    </div>
  );
}
