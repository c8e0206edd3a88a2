import { CaseView } from "#components/sitting/case/case-view.tsx";
import type { SittingState } from "#components/sitting/page/use-sitting-page.ts";

/** The case one is at, and its neighbours out of sight: turning to one of them only shows it. */
export function CaseViews({ state }: { state: SittingState }) {
  const { sittingId, view, settled, cases, supplied, ready, questions, known, runtime, isPlain } = state;
  const at = cases.findIndex(({ position }) => position === settled);
  const isNear = (index: number) => at >= 0 && Math.abs(index - at) <= 1;
  const drawn = cases.map(({ position, asked, part }, index) => {
    const isOpen = position === view;
    const shown = (isOpen ? supplied.cases : ready).get(position);
    if (!shown || !(isOpen || (isNear(index) && (questions.mayGoBack || index > at)))) return null;
    const words = state.wordsOf?.[asked.kind] ?? state.words;
    const { last, next } = words.sitting.case;
    return (
      <CaseView
        key={position}
        sittingId={sittingId}
        isOpen={isOpen}
        shown={shown}
        part={part}
        known={known}
        runtime={runtime}
        isPlain={isPlain}
        words={words}
        questions={asked}
        next={index === cases.length - 1 ? last : next}
        isFirst={index === 0}
        onGo={state.onGo}
      />
    );
  });
  return <div className="grid grid-cols-[minmax(0,1fr)] empty:hidden">{drawn}</div>;
}
