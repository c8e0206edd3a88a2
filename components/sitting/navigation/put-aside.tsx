import { useState, useSyncExternalStore } from "react";
import type { Desk } from "#components/sitting/device/desk-types.ts";
import type { Front } from "#components/sitting/navigation/optimistic-answers.ts";
import type { RoomWords } from "#components/sitting/page/page-words.ts";
import { namesOf } from "#components/task-kinds/names.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { fill } from "#components/sitting/words.ts";
import { Button } from "#components/ui/button.tsx";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

type Props = {
  desk: Desk;
  front: Front;
  position: number;
  kind: KindName;
  names: readonly string[];
  words: RoomWords;
  mayGoBack: boolean;
  /** The fields are to show what counts now. */
  onTake: () => void;
};

/** At the case itself: another tab or device changed it. Which answer is kept, which was put aside, and one press for the other. */
export function PutAside({ desk, front, position, kind, names, words, mayGoBack, onTake }: Props) {
  const aside = useSyncExternalStore(desk.subscribe, () => desk.aside(position));
  const [wasTold] = useState(() => desk.aside(position) === null);
  const [taken, setTaken] = useState<string | null>(null);
  const { room, sending } = words;
  const { nameDecision } = namesOf(kind);
  const nameOf = (answer: AnswerValue | null) =>
    (answer && nameDecision(answer, names)) ?? sending.noCandidate;
  const kept = nameOf(front.known(position).answer);

  function take(answer: AnswerValue): void {
    front.put(position, answer);
    setTaken(nameOf(answer));
    onTake();
  }

  const isTold = aside !== undefined && !(aside === null && wasTold);
  const mine = aside ? nameOf(aside) : null;
  const put = mine !== null && fill(mine === kept ? room.asideDetails : room.aside, { kept, aside: mine });
  return (
    <div
      className={
        isTold ? "grid gap-3 rounded-md border-l-4 border-warning bg-warning-tint px-4 py-3" : "contents"
      }
    >
      <p role="status" className="empty:hidden">
        {isTold
          ? [room.elsewhere, put].map(
              (said) =>
                said && (
                  <span key={said} className="block">
                    {said}
                  </span>
                ),
            )
          : taken !== null && fill(room.asideTaken, { aside: taken })}
      </p>
      {isTold && aside && mayGoBack && (
        <div className="flex flex-wrap gap-3">
          <Button type="button" onClick={() => take(aside)}>
            {fill(mine === kept ? room.takeDetails : room.take, { aside: mine ?? "" })}
          </Button>
          <Button type="button" variant="quiet" onClick={() => desk.leaveAside(position)}>
            {fill(room.leave, { kept })}
          </Button>
        </div>
      )}
    </div>
  );
}
