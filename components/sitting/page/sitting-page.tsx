"use client";

import clsx from "clsx";
import { useCallback, useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Going } from "#components/sitting/case/case-form.tsx";
import type { Known } from "#components/sitting/device/answer-store-types.ts";
import { useSendState } from "#components/sitting/device/use-send-state.ts";
import { countAnswered, listItems } from "#components/sitting/navigation/overview-items.ts";
import { addressOf, type View } from "#components/sitting/navigation/address.ts";
import { isEnding } from "#components/sitting/navigation/endings.ts";
import type { SupplyState } from "#components/sitting/navigation/case-supply.ts";
import { toMinutes } from "#components/sitting/page/minutes.ts";
import { ProgressHeader } from "#components/sitting/page/progress-header.tsx";
import { useLazyRuntime, type LazyRuntime } from "#components/sitting/page/use-lazy-runtime.ts";
import { useView } from "#components/sitting/navigation/use-view.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import { fill } from "#components/sitting/words.ts";
import type { AnswerValue, Asked } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { findFirstOpen, whereNext } from "#lib/sittings/serving/where-next.ts";

const never = () => () => undefined;

type Props = {
  sittingId: string;
  first: View;
  /** The first page's case, as the server draws it; null for the overview. */
  shown: ShownCase | null;
  /** Of all cases, practice too, which comes before the others. */
  progress: readonly {
    position: number;
    isPractice: boolean;
    answer: AnswerValue | null;
    revision: number;
  }[];
  questions: Asked;
  msLeft: number | null;
  /** For somebody who was away and is led here; true until they go on. */
  welcome: string | null;
  words: PageWords;
  /** What it begins with; the other one comes with the rest. */
  Cases?: LazyRuntime["CaseViews"];
  Overview?: LazyRuntime["OverviewView"];
};

/** The cases and their overview: drawn by the server once, and from then on here, whether or not it is reached. */
export function SittingPage({ sittingId, first, shown, questions, msLeft, words, ...given }: Props) {
  const { mayGoBack } = questions;
  const [cases] = useState(() => given.progress.filter(({ isPractice }) => !isPractice));
  const [atFirst] = useState<SupplyState>(() => ({
    cases: new Map(shown && [[shown.position, shown]]),
    problem: null,
  }));
  const [drawnWith] = useState(() => (position: number): Known => {
    const found = cases.find((one) => one.position === position);
    return { answer: found?.answer ?? null, revision: found?.revision ?? 0 };
  });
  const { rest, isMissing } = useLazyRuntime({
    ...{ sittingId, cases, shown, questions },
    isOver: msLeft === 0,
  });
  const { supply, answers, store = null } = rest ?? {};
  const known = answers?.known ?? drawnWith;
  const supplied = useSyncExternalStore(
    supply?.subscribe ?? never,
    () => supply?.state() ?? atFirst,
    () => atFirst,
  );
  const sending = useSendState(store);
  useSyncExternalStore(
    answers?.subscribe ?? never,
    () => answers?.version() ?? 0,
    () => 0,
  );
  const [minutesLeft, setMinutesLeft] = useState(() => (msLeft === null ? null : toMinutes(msLeft)));
  const [isCovered, setIsCovered] = useState(false);
  const page = useRef<HTMLDivElement>(null);

  const steps = cases.map(({ position, isPractice }) => ({
    position,
    isPractice,
    answer: known(position).answer,
  }));
  const answered = countAnswered(listItems(steps, questions));
  const open = findFirstOpen(steps, questions) ?? 1;
  const onlyOpen: View = answered === cases.length ? "overview" : open;
  const numberOf = (position: number) => cases.findIndex((one) => one.position === position) + 1;
  const titleOf = (view: View) =>
    view === "overview"
      ? words.sitting.overview.title
      : fill(words.sitting.case.place, { place: numberOf(view), count: cases.length });

  const { view, hasMoved, goTo } = useView({
    sittingId,
    first,
    isOneWay: !mayGoBack,
    titleOf,
    admit(asked) {
      if (asked !== "overview" && numberOf(asked) === 0) return null;
      return mayGoBack || asked === "overview" ? asked : onlyOpen;
    },
    onMove: () => answers?.move(),
    turnTo: (from, to) =>
      // What is said above the case goes with it.
      notes.length === 0 && rest?.turnTo(page.current, from, to, titleOf(to)) === true,
  });
  const notes = [
    !hasMoved && given.welcome,
    cases.length < given.progress.length && view === cases[0]?.position && words.sitting.case.begins,
  ].filter(Boolean);
  const settled = useDeferredValue(view);
  const ready = useDeferredValue(supplied.cases);

  useEffect(() => supply?.require(view === "overview" ? open : view), [supply, view, open]);
  // Another tab, or this device before, has finished the case.
  const isBehind = !mayGoBack && view !== "overview" && view !== onlyOpen;
  useEffect(() => {
    if (isBehind) goTo(onlyOpen, "replace");
  }, [isBehind, onlyOpen, goTo]);

  const onGo = useCallback(
    (position: number, going: Going) => goTo(whereNext(cases, position, going)),
    [cases, goTo],
  );
  const problem = minutesLeft === 0 ? "time_over" : (sending?.problem ?? supplied.problem);
  const signInAddress = `/sign-in?as=participant&next=${encodeURIComponent(addressOf(sittingId, view))}`;
  const Cases = given.Cases ?? rest?.CaseViews;
  const Overview = given.Overview ?? rest?.OverviewView;
  const place = (
    <ProgressHeader
      title={titleOf(view)}
      answered={answered}
      count={cases.length}
      minutesLeft={minutesLeft}
      words={words}
    />
  );
  const sendingState = rest ? (
    <rest.SendingState
      {...{ store, cases, questions, signInAddress }}
      words={words.sending}
      at={view === "overview" ? undefined : view}
      addressOf={mayGoBack ? (position) => addressOf(sittingId, position) : null}
      onGo={goTo}
    />
  ) : (
    <p className="text-sm text-ink-muted">{words.sending.unscripted}</p>
  );
  return (
    <div
      ref={page}
      data-wide={view === "overview" ? undefined : true}
      inert={isCovered}
      className={clsx("grid gap-6", isCovered && "invisible")}
    >
      {view !== "overview" && (
        <>
          {place}
          {/* In view however far one has read. */}
          <div className="sticky top-0 z-3 -my-4 flex flex-wrap justify-between gap-x-4 bg-surface py-1.5">
            {sendingState}
            {rest && <rest.LazyPace progress={steps} questions={questions} words={words} />}
          </div>
          {rest && (
            <rest.LazyBreak
              progress={steps}
              questions={questions}
              view={view}
              minutesLeft={minutesLeft}
              words={words}
            />
          )}
        </>
      )}
      {notes.map((note) => (
        <p key={String(note)} className="text-ink-muted">
          {note}
        </p>
      ))}
      {rest && isEnding(problem) ? (
        <rest.EndView ending={problem} {...{ sittingId, questions, words }} />
      ) : (
        <>
          {view === "overview" && Overview && (
            <Overview
              sittingId={sittingId}
              progress={steps}
              questions={questions}
              words={words}
              heading={place}
              onGo={rest && goTo}
              store={store}
            />
          )}
          {view !== "overview" && rest && !supplied.cases.has(view) && (
            <rest.AbsentCase
              problem={supplied.problem}
              signInAddress={signInAddress}
              words={words}
              goings={mayGoBack ? (numberOf(view) > 1 ? ["previous", "overview"] : ["overview"]) : []}
              onGo={(going) => onGo(view, going)}
            />
          )}
          {Cases && (
            <Cases
              sittingId={sittingId}
              view={view}
              settled={settled}
              cases={cases}
              supplied={supplied.cases}
              ready={ready}
              questions={questions}
              known={known}
              rest={rest}
              isPlain={isMissing}
              words={words}
              onGo={onGo}
            />
          )}
        </>
      )}
      {rest && (
        <rest.SittingWatch
          sittingId={sittingId}
          store={store}
          msLeft={msLeft}
          onMinutes={setMinutesLeft}
          onCover={setIsCovered}
        />
      )}
      {view === "overview" && sendingState}
    </div>
  );
}
