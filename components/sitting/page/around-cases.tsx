import { SendingState } from "#components/sitting/device/sending-state.tsx";
import { addressOf } from "#components/sitting/navigation/address.ts";
import type { SittingState } from "#components/sitting/page/use-sitting-page.ts";
import { refusalOf, fill } from "#components/sitting/words.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import { ButtonLink, Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { usePathname } from "next/navigation";
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { AnswerStore } from "#components/sitting/device/answer-store-types.ts";
import { isLastSitting, rememberLastSitting } from "#components/sitting/device/last-sitting.ts";
import { keepAddress } from "#components/sitting/navigation/turning.ts";
import { keepStillBeneath } from "#components/sitting/page/keep-still.ts";
import { fetchPace } from "#components/sitting/page/later-parts.ts";
import type { PaceProps } from "#components/sitting/page/pace.tsx";
import type { OptimisticAnswers } from "#components/sitting/navigation/optimistic-answers.ts";
import { namesOf } from "#components/task-kinds/names.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";
import { mergeGiven, emptyAnswer } from "#lib/sittings/answers/changed-parts.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

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
function Obstacle({ state }: Props) {
  const { sittingId, ending, supplied, view, questions, numberOf, signInAddress, words, onGo } = state;
  const { sitting, answering } = words;
  const { mayGoBack, draftsCount } = questions;
  if (ending) {
    const isOver = ending === "time_over";
    const over = mayGoBack ? answering.over : draftsCount ? answering.overDrafts : answering.overOneWay;
    return (
      <div className="grid justify-items-start gap-6">
        <div role="status">
          <Callout>{isOver ? over : refusalOf(ending, sitting.own)}</Callout>
        </div>
        <ButtonLink
          href={isOver ? addressOf(sittingId, "finish") : `/sittings/${sittingId}`}
          variant="primary"
        >
          {isOver ? answering.toHandIn : sitting.own.toStart}
        </ButtonLink>
      </div>
    );
  }
  if (view === "overview" || supplied.cases.has(view)) return null;
  const { problem } = supplied;
  const isSignedOut = problem === "not_signed_in";
  // What isn't here can't be answered, and isn't passed by.
  const ways = numberOf(view) > 1 ? (["previous", "overview"] as const) : (["overview"] as const);
  return (
    <div className="grid gap-8">
      <div role="status">
        {problem === null ? (
          <p className="text-ink-muted">{answering.fetching}</p>
        ) : (
          <Callout>{isSignedOut ? answering.signedOut : answering.unreachable}</Callout>
        )}
      </div>
      {isSignedOut && (
        <a href={signInAddress} className="text-accent underline">
          {answering.signIn}
        </a>
      )}
      <div className="flex flex-wrap gap-3 border-t border-line pt-6 empty:hidden">
        {mayGoBack &&
          ways.map((action) => (
            <Button key={action} onClick={() => onGo(view, action)}>
              {sitting.case[action]}
            </Button>
          ))}
      </div>
    </div>
  );
}

const askEvery = 3 * 60_000;
const askAtMost = 10_000;

type WatchProps = {
  state: SittingState;
  store: AnswerStore;
  onCover: (isCovered: boolean) => void;
};

/** Looks after what goes on elsewhere: the time that is left, a sitting that was ended on another page, what stands in the way. */
export function SittingWatch({ state, store, onCover }: WatchProps) {
  const { sittingId, msLeft, onMsLeft } = state;
  const routed = usePathname();
  // In the commit in which the router has written its own.
  useLayoutEffect(keepAddress, [routed]);

  useEffect(() => {
    const leaving = new AbortController();
    if (msLeft !== null) watchTime(msLeft, onMsLeft, store, leaving.signal);
    return () => leaving.abort();
  }, [msLeft, onMsLeft, store]);

  useEffect(() => {
    const leaving = new AbortController();
    watchReturn(sittingId, onCover, store, leaving.signal);
    guardLinks(leaving.signal);
    const bar = document.querySelector<HTMLElement>(".sitting-bar");
    if (bar) keepStillBeneath(bar, leaving.signal);
    return () => leaving.abort();
  }, [sittingId, store, onCover]);

  return <Obstacle state={state} />;
}

/** Staff may lengthen it, so it is asked again. */
function watchTime(
  msLeft: number,
  onMsLeft: WatchProps["state"]["onMsLeft"],
  store: AnswerStore,
  signal: AbortSignal,
): void {
  let left = msLeft;
  let since = performance.now();
  let askedAt = since;
  const tell = () => onMsLeft(left - (performance.now() - since));
  async function ask(): Promise<void> {
    if (performance.now() - askedAt < askAtMost) return;
    askedAt = performance.now();
    const told = await store.refresh();
    if (typeof told === "string" || told?.msLeft == null) return;
    left = told.msLeft;
    since = performance.now();
    tell();
  }
  const planned = [setInterval(tell, 5000), setInterval(ask, askEvery)];
  signal.addEventListener("abort", () => planned.forEach(clearInterval));
  addEventListener("focus", ask, { signal });
  document.addEventListener("visibilitychange", ask, { signal });
}

/**
 * A page that the browser had put aside whole, and brings back, is covered until the server says that it still goes on
 * for whoever is there now. Not reached, it can only go by whether somebody signed out, or another sitting was opened.
 */
function watchReturn(
  sittingId: string,
  onCover: WatchProps["onCover"],
  store: AnswerStore,
  signal: AbortSignal,
): void {
  rememberLastSitting(sittingId);
  let isDoubtful = false;
  let asked = 0;
  async function confirm(): Promise<void> {
    const turn = (asked += 1);
    const told = await store.refresh();
    // Only the last word counts: one that was asked for before the page was put aside is about whoever was there then.
    if (turn !== asked || signal.aborted) return;
    isDoubtful = !told;
    // As opening it anew would: to the sign-in, or to what is not to be found; or it isn't reached.
    if (typeof told === "string" || (!told && !isLastSitting(sittingId))) window.location.reload();
    else if (told && told.state !== "started") window.location.replace(`/sittings/${sittingId}`);
    else onCover(false);
  }
  function shown({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    onCover(true);
    void confirm();
  }
  function look(): void {
    if (isDoubtful && !document.hidden) void confirm();
  }
  addEventListener("pageshow", shown, { signal });
  for (const coming of ["online", "focus"]) addEventListener(coming, look, { signal });
  document.addEventListener("visibilitychange", look, { signal });
}

/** Pages beside the cases are the server's: offline, their links say so instead of leading nowhere. */
function guardLinks(signal: AbortSignal): void {
  const said = document.querySelector<HTMLElement>("#sitting-menu [data-offline]");
  const tell = (words = "") => said && (said.textContent = words);
  function guard(event: MouseEvent): void {
    const link = (event.target as Element).closest("#sitting-menu a, a[data-beside]");
    if (!link || navigator.onLine) return;
    event.preventDefault();
    document.getElementById("sitting-menu")?.showPopover();
    tell(said?.dataset.offline);
  }
  document.addEventListener("click", guard, { signal });
  addEventListener("online", () => tell(), { signal });
}

type Pace = typeof import("#components/sitting/page/pace.tsx");

/** Fetched only where the plan wants it: no other study's cases get heavier by it. */
function usePace(isWanted: boolean): Pace | null {
  const [pace, setPace] = useState<Pace | null>(null);
  useEffect(() => {
    if (isWanted) void fetchPace().then(setPace, () => undefined);
  }, [isWanted]);
  return pace;
}

export function LazyPace(props: PaceProps) {
  const pace = usePace(props.state.questions.showPace === true);
  return pace && <pace.PaceLine {...props} />;
}

export function LazyBreak(props: PaceProps) {
  const pace = usePace(props.state.questions.breakAfterMinutes != null);
  return pace && <pace.BreakLine {...props} />;
}

type ReplacedProps = {
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
export function ReplacedAnswer({
  store,
  answers,
  position,
  kind,
  names,
  words,
  mayGoBack,
  onTake,
}: ReplacedProps) {
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
