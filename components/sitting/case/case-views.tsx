import { memo } from "react";
import type { Going } from "#components/sitting/case/case-form.tsx";
import type { View } from "#components/sitting/navigation/address.ts";
import type { Known } from "#components/sitting/device/answer-store-types.ts";
import { CaseView } from "#components/sitting/case/case-view.tsx";
import type { LazyRuntime } from "#components/sitting/page/use-lazy-runtime.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
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
  rest: LazyRuntime | null;
  isPlain: boolean;
  words: PageWords;
  onGo: (position: number, going: Going) => void;
};

/** The case one is at, and its neighbours out of sight: turning to one of them only shows it. */
export const CaseViews = memo(function CaseViews({
  view,
  settled,
  cases,
  supplied,
  ready,
  ...shared
}: Props) {
  const { questions, words } = shared;
  const at = cases.findIndex(({ position }) => position === settled);
  const isNear = (index: number) => at >= 0 && Math.abs(index - at) <= 1;
  const drawn = cases.map(({ position }, index) => {
    const isOpen = position === view;
    const shown = (isOpen ? supplied : ready).get(position);
    if (!shown || !(isOpen || (isNear(index) && (questions.mayGoBack || index > at)))) return null;
    const { last, next } = words.sitting.case;
    return (
      <CaseView
        key={position}
        isOpen={isOpen}
        sittingId={shared.sittingId}
        shown={shown}
        questions={questions}
        known={shared.known}
        rest={shared.rest}
        isPlain={shared.isPlain}
        next={index === cases.length - 1 ? last : next}
        isFirst={index === 0}
        words={words}
        onGo={shared.onGo}
      />
    );
  });
  return <div className="grid grid-cols-[minmax(0,1fr)] empty:hidden">{drawn}</div>;
});
