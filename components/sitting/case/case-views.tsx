import { memo } from "react";
import type { Going } from "#components/sitting/case/case-form.tsx";
import type { View } from "#components/sitting/navigation/address.ts";
import type { Known } from "#components/sitting/device/desk-types.ts";
import { RoomCase } from "#components/sitting/case/case-view.tsx";
import type { RestOfRoom } from "#components/sitting/navigation/use-lazy-runtime.ts";
import type { RoomWords } from "#components/sitting/page/page-words.ts";
import type { Asked } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

type Props = {
  sittingId: string;
  view: View;
  /** The same, once there is time: what stands around it is drawn ahead. */
  settled: View;
  cases: readonly { position: number }[];
  supplied: ReadonlyMap<number, ShownCase>;
  /** The same, once there is time. */
  ready: ReadonlyMap<number, ShownCase>;
  questions: Asked;
  known: (position: number) => Known;
  rest: RestOfRoom | null;
  isPlain: boolean;
  words: RoomWords;
  onGo: (position: number, going: Going) => void;
};

/** The case one is at, and its neighbours out of sight: turning to one of them only shows it. */
export const RoomCases = memo(function RoomCases({ view, settled, cases, supplied, ready, ...room }: Props) {
  const { questions, words } = room;
  const at = cases.findIndex(({ position }) => position === settled);
  const isNear = (index: number) => at >= 0 && Math.abs(index - at) <= 1;
  const drawn = cases.map(({ position }, index) => {
    const isOpen = position === view;
    const shown = (isOpen ? supplied : ready).get(position);
    if (!shown || !(isOpen || (isNear(index) && (questions.mayGoBack || index > at)))) return null;
    const { last, next } = words.sitting.case;
    return (
      <RoomCase
        key={position}
        isOpen={isOpen}
        sittingId={room.sittingId}
        shown={shown}
        questions={questions}
        known={room.known}
        rest={room.rest}
        isPlain={room.isPlain}
        next={index === cases.length - 1 ? last : next}
        isFirst={index === 0}
        words={words}
        onGo={room.onGo}
      />
    );
  });
  return <div className="grid grid-cols-[minmax(0,1fr)] empty:hidden">{drawn}</div>;
});
