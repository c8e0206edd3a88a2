import { useState, useSyncExternalStore } from "react";
import type { AnswerStore } from "#components/sitting/device/answer-store-types.ts";
import type { OptimisticAnswers } from "#components/sitting/navigation/optimistic-answers.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import { namesOf } from "#components/task-kinds/names.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { fill } from "#components/sitting/words.ts";
import { Button } from "#components/ui/button.tsx";
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

/** At the case itself: another tab or device changed it. Which answer is kept, which was put aside, and one press for the other. */
export function ReplacedAnswer({ store, answers, position, kind, names, words, mayGoBack, onTake }: Props) {
  const replaced = useSyncExternalStore(store.subscribe, () => store.replacedAnswer(position));
  const [wasTold] = useState(() => store.replacedAnswer(position) === null);
  const [taken, setTaken] = useState<string | null>(null);
  const { answering, sending } = words;
  const { nameDecision } = namesOf(kind);
  const nameOf = (answer: AnswerValue | null) =>
    (answer && nameDecision(answer, names)) ?? sending.noCandidate;
  const kept = nameOf(answers.known(position).answer);

  function take(answer: AnswerValue): void {
    answers.put(position, answer);
    setTaken(nameOf(answer));
    onTake();
  }

  const isTold = replaced !== undefined && !(replaced === null && wasTold);
  const mine = replaced ? nameOf(replaced) : null;
  const put =
    mine !== null && fill(mine === kept ? answering.asideDetails : answering.aside, { kept, aside: mine });
  return (
    <div
      className={
        isTold ? "grid gap-3 rounded-md border-l-4 border-warning bg-warning-tint px-4 py-3" : "contents"
      }
    >
      <p role="status" className="empty:hidden">
        {isTold
          ? [answering.elsewhere, put].map(
              (said) =>
                said && (
                  <span key={said} className="block">
                    {said}
                  </span>
                ),
            )
          : taken !== null && fill(answering.asideTaken, { aside: taken })}
      </p>
      {isTold && replaced && mayGoBack && (
        <div className="flex flex-wrap gap-3">
          <Button type="button" onClick={() => take(replaced)}>
            {fill(mine === kept ? answering.takeDetails : answering.take, { aside: mine ?? "" })}
          </Button>
          <Button type="button" variant="quiet" onClick={() => store.dismissReplaced(position)}>
            {fill(answering.leave, { kept })}
          </Button>
        </div>
      )}
    </div>
  );
}
