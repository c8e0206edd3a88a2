import {
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from "react";
import type { FormAction } from "#components/sitting/case/case-form.tsx";
import type { KnownAnswer } from "#components/sitting/device/answer-store-types.ts";
import { useSendState } from "#components/sitting/device/use-send-state.ts";
import { addressOf, type View } from "#components/sitting/navigation/address.ts";
import type { SupplyState } from "#components/sitting/navigation/case-supply.ts";
import { countAnswered, listItems } from "#components/sitting/navigation/overview-items.ts";
import { formatOneWay, type PageWords } from "#components/sitting/page/page-words.ts";
import type { Runtime, RuntimeSetting } from "#components/sitting/page/lazy-runtime.ts";
import { fill } from "#components/sitting/words.ts";
import type { AnswerValue, CaseQuestions } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { findFirstOpen, whereNext } from "#lib/sittings/serving/where-next.ts";
import type { Questions } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { fetchRuntime, preloadParts } from "#components/sitting/page/later-parts.ts";

type Step = {
  position: number;
  isPractice: boolean;
  asked: CaseQuestions;
  answer: AnswerValue | null;
  /** Where a stretch of cases of one kind begins and there are others: what comes now. */
  part?: ReactNode;
};
type CaseState = Step & KnownAnswer;
export type SittingProps = {
  sittingId: string;
  /** What it is entered at. */
  first: View;
  /** The first page's case, as the server draws it; null for the overview. */
  shown: ShownCase | null;
  /** Of all cases, practice too, which comes before the others. */
  progress: readonly CaseState[];
  questions: Omit<Questions, "comprehension">;
  msLeft: number | null;
  /** For somebody who was away and is led here; true until they go on. */
  welcome: string | null;
  words: PageWords;
  /** What a case says, where several kinds say it each in their own words. */
  wordsOf?: Partial<Record<KindName, PageWords>>;
  /** What attends to the cases, where that isn't this device and the server. */
  openRuntime?: typeof open;
};
export type SittingState = ReturnType<typeof useSittingPage>;

const never = () => () => undefined;
const minute = 60_000;
/** Whole minutes; 0 only once there is nothing left. */
const toMinutes = (ms: number): number => (ms <= 0 ? 0 : Math.max(1, Math.round(ms / minute)));

const endings = ["closed", "submitted", "withdrawn", "full", "time_over"] as const;
export type Ending = (typeof endings)[number];
/** Whether no answer of this sitting is taken any more. */
const isEnding = (problem: string | null): problem is Ending => endings.includes(problem as Ending);

/** All that the cases and their overview show, wherever one entered: drawn by the server once, and from then on here. */
export function useSittingPage(props: SittingProps) {
  const { sittingId, first, shown, questions, msLeft, words, ...given } = props;
  const { mayGoBack } = questions;
  const [cases] = useState(() => given.progress.filter(({ isPractice }) => !isPractice));
  const setting = { sittingId, cases, shown, questions, isOver: msLeft === 0 };
  const { runtime, isMissing } = useLazyRuntime(setting, given.openRuntime);
  const known = useKnownAnswers(cases, runtime);
  const supplied = useSuppliedCases(shown, runtime);
  const sending = useSendState(runtime?.store ?? null);
  const [minutesLeft, setMinutesLeft] = useState(() => (msLeft === null ? null : toMinutes(msLeft)));
  const progress = describeProgress(cases, known, words);
  const { open, onlyOpen, numberOf, titleOf } = progress;

  const { view, hasMoved, goTo } = useView({
    first,
    titleOf,
    runtime,
    isOneWay: !mayGoBack,
    admit(asked) {
      if (asked !== "overview" && numberOf(asked) === 0) return null;
      return mayGoBack || asked === "overview" ? asked : onlyOpen;
    },
    onMove: () => runtime?.answers.move(),
    turnTo: (from, to) =>
      // What is said above the case goes with it.
      notes.length === 0 && runtime?.turnTo(from, to, titleOf(to)) === true,
  });
  const isFirst = view === cases[0]?.position;
  const notes = [
    !hasMoved && given.welcome,
    cases.length < given.progress.length && isFirst && words.sitting.case.begins,
    (!hasMoved || isFirst) && view !== "overview" && formatOneWay(questions, words.sitting),
  ].filter(Boolean);
  // The same once there is time: what stands around the case is drawn ahead.
  const settled = useDeferredValue(view);
  const ready = useDeferredValue(supplied.cases);

  const supply = runtime?.supply;
  useEffect(() => supply?.require(view === "overview" ? open : view), [supply, view, open]);
  // Where one doesn't go back: another tab, or this device before, may have finished the case in sight.
  const isBehind = !mayGoBack && view !== "overview" && view !== onlyOpen;
  useEffect(() => {
    if (isBehind) goTo(onlyOpen, "replace");
  }, [isBehind, onlyOpen, goTo]);
  const onGo = useCallback(
    (position: number, action: FormAction) => goTo(whereNext(cases, position, action)),
    [cases, goTo],
  );
  const onMsLeft = useCallback((ms: number) => setMinutesLeft(toMinutes(ms)), []);
  const problem = minutesLeft === 0 ? "time_over" : (sending?.problem ?? supplied.problem);
  return {
    sittingId,
    questions,
    words,
    wordsOf: given.wordsOf,
    cases,
    runtime,
    isPlain: isMissing,
    known,
    msLeft,
    minutesLeft,
    onMsLeft,
    view,
    settled,
    notes,
    goTo,
    onGo,
    supplied,
    ready,
    ...progress,
    ending: runtime && isEnding(problem) ? problem : null,
    signInAddress: `/sign-in?as=participant&next=${encodeURIComponent(addressOf(sittingId, view))}`,
  };
}

/** The newest answer to each: as the server drew it, and from then on as this device knows it. */
function useKnownAnswers(
  cases: readonly CaseState[],
  runtime: Runtime | null,
): (position: number) => KnownAnswer {
  const [drawn] = useState(() => (position: number): KnownAnswer => {
    const found = cases.find((one) => one.position === position);
    return { answer: found?.answer ?? null, revision: found?.revision ?? 0 };
  });
  const answers = runtime?.answers;
  useSyncExternalStore(
    answers?.subscribe ?? never,
    () => answers?.version() ?? 0,
    () => 0,
  );
  return answers?.known ?? drawn;
}

function useSuppliedCases(shown: ShownCase | null, runtime: Runtime | null): SupplyState {
  const [drawn] = useState<SupplyState>(() => ({
    cases: new Map(shown && [[shown.position, shown]]),
    problem: null,
  }));
  const supply = runtime?.supply;
  return useSyncExternalStore(
    supply?.subscribe ?? never,
    () => supply?.state() ?? drawn,
    () => drawn,
  );
}

/** How far one got, and what the pages are called. */
function describeProgress(
  cases: readonly CaseState[],
  known: (position: number) => KnownAnswer,
  { sitting }: PageWords,
) {
  const steps: Step[] = cases.map((one) => ({ ...one, answer: known(one.position).answer }));
  const answered = countAnswered(listItems(steps));
  const open = findFirstOpen(steps) ?? 1;
  const onlyOpen: View = answered === cases.length ? "overview" : open;
  const numberOf = (position: number) => cases.findIndex((one) => one.position === position) + 1;
  const titleOf = (view: View) =>
    view === "overview"
      ? sitting.overview.title
      : fill(sitting.case.place, { place: numberOf(view), count: cases.length });
  return { steps, answered, open, onlyOpen, numberOf, titleOf };
}

export type Setting = Omit<RuntimeSetting, "raiseDoubt">;

/** Fetched once the page is at work. Where it can't be, a case is still a form that can be sent. */
function useLazyRuntime(setting: Setting, opening = open): { runtime: Runtime | null; isMissing: boolean } {
  const [runtime, setRuntime] = useState<Runtime | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [begin] = useState(() => (signal: AbortSignal) => opening(setting, signal));

  useEffect(() => {
    const leaving = new AbortController();
    begin(leaving.signal).then(setRuntime, () => setIsMissing(true));
    return () => leaving.abort();
  }, [begin]);

  return { runtime, isMissing };
}

async function open(setting: Setting, signal: AbortSignal): Promise<Runtime | null> {
  const [{ openRuntime }, raiseDoubt] = await Promise.all([
    fetchRuntime(),
    preloadParts(setting.questions, setting.cases),
  ]);
  return signal.aborted ? null : openRuntime({ ...setting, raiseDoubt }, signal);
}

type ViewHandlers = {
  titleOf: (view: View) => string;
  /** Where an address of the browser's history may lead. */
  admit: (view: View) => View | null;
  onMove: () => void;
  /** Shows it with what lies ready; false where that isn't possible. */
  turnTo: (from: View, to: View) => boolean;
};
export type Turning = {
  at: View;
  /** Cases that were left behind don't stay in the browser's history. */
  isOneWay: boolean;
  settle: (view: View) => void;
  now: () => ViewHandlers;
};
type Options = ViewHandlers & Pick<Turning, "isOneWay"> & { first: View; runtime: Runtime | null };
type GoTo = (next: View, how?: "push" | "replace") => void;

/** Which page of the sitting is open. Until the runtime is there it stays the one that was entered at. */
function useView({ first, isOneWay, runtime, ...asked }: Options) {
  const [view, setView] = useState(first);
  const [hasMoved, setHasMoved] = useState(false);
  const latest = useRef<ViewHandlers>(asked);
  const turning = useRef<ReturnType<Runtime["openTurning"]>>(null);
  useLayoutEffect(() => {
    latest.current = asked;
  });

  useLayoutEffect(() => {
    if (!runtime) return;
    const settle = (next: View) => {
      setView(next);
      setHasMoved(true);
    };
    const opened = runtime.openTurning({ isOneWay, at: first, settle, now: () => latest.current });
    turning.current = opened;
    return () => opened.close();
  }, [first, isOneWay, runtime]);
  useLayoutEffect(() => turning.current?.arrived(view), [view]);

  const goTo = useCallback<GoTo>((next, how) => turning.current?.goTo(next, how), []);
  return { view, hasMoved, goTo };
}
