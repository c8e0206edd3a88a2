import { AbsentCase } from "#components/sitting/case/absent-case.tsx";
import { SendingState } from "#components/sitting/device/sending-state.tsx";
import { addressOf } from "#components/sitting/navigation/address.ts";
import type { SittingState, Ending } from "#components/sitting/page/use-sitting-page.ts";
import { refusalOf } from "#components/sitting/words.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { Questions } from "#lib/studies/schema.ts";

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

type EndViewProps = {
  ending: Ending;
  sittingId: string;
  questions: Pick<Questions, "mayGoBack" | "draftsCount">;
  words: PageWords;
};

/** In place of the cases, once there is nothing to be answered: why, and where it goes on. */
function EndView({ ending, sittingId, questions, words: { sitting, answering } }: EndViewProps) {
  const isOver = ending === "time_over";
  const { mayGoBack, draftsCount } = questions;
  const over = mayGoBack ? answering.over : draftsCount ? answering.overDrafts : answering.overOneWay;
  return (
    <div className="grid justify-items-start gap-6">
      <div role="status">
        <Callout>{isOver ? over : refusalOf(ending, sitting.own)}</Callout>
      </div>
      {isOver ? (
        <ButtonLink href={addressOf(sittingId, "finish")} variant="primary">
          {answering.toHandIn}
        </ButtonLink>
      ) : (
        <ButtonLink href={`/sittings/${sittingId}`} variant="primary">
          {sitting.own.toStart}
        </ButtonLink>
      )}
    </div>
  );
}
