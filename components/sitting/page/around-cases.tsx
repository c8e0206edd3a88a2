import { AbsentCase } from "#components/sitting/case/absent-case.tsx";
import { SendingState } from "#components/sitting/device/sending-state.tsx";
import { addressOf } from "#components/sitting/navigation/address.ts";
import { EndView } from "#components/sitting/page/end-view.tsx";
import type { SittingState } from "#components/sitting/page/use-sitting-page.ts";

// What is told around the cases once the runtime is there.

type Props = { state: SittingState };

/** How it stands with the answers. */
export function SendingLine({ state }: Props) {
  const { sittingId, runtime, cases, questions, signInAddress, words, view, goTo } = state;
  const isOverview = view === "overview";
  return (
    <SendingState
      cases={cases}
      questions={questions}
      signInAddress={signInAddress}
      store={runtime?.store ?? null}
      words={words.sending}
      at={isOverview ? undefined : view}
      addressOf={questions.mayGoBack ? (position) => addressOf(sittingId, position) : null}
      onGo={goTo}
      inBar
    />
  );
}

/** Why there is nothing to be answered here: no answer is taken any more, or the case isn't on the device yet. */
export function Obstacle({ state }: Props) {
  const { sittingId, ending, supplied, view, questions, numberOf, signInAddress, words, onGo } = state;
  if (ending) return <EndView ending={ending} sittingId={sittingId} questions={questions} words={words} />;
  if (view === "overview" || supplied.cases.has(view)) return null;
  const ways = numberOf(view) > 1 ? (["previous", "overview"] as const) : (["overview"] as const);
  return (
    <AbsentCase
      problem={supplied.problem}
      signInAddress={signInAddress}
      words={words}
      formActions={questions.mayGoBack ? ways : []}
      onGo={(action) => onGo(view, action)}
    />
  );
}
