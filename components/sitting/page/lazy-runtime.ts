import type { ComponentProps, ComponentType } from "react";
import type { raiseDoubt } from "#components/sitting/case/confidence.tsx";
import { openCaseSession } from "#components/sitting/case/case-session.ts";
import { CaseViews } from "#components/sitting/case/case-views.tsx";
import {
  ReplacedAnswer,
  SendingLine,
  LazyBreak,
  LazyPace,
  SittingWatch,
} from "#components/sitting/page/around-cases.tsx";
import {
  watchForms,
  openNews,
  openOptimisticAnswers,
} from "#components/sitting/navigation/optimistic-answers.ts";
import { openAnswerStore } from "#components/sitting/device/answer-store.ts";
import type { AnswerStore } from "#components/sitting/device/answer-store-types.ts";
import { KeysAtWork } from "#components/sitting/keys/keys-at-work.tsx";
import {
  openBrowserAddress,
  openTurning,
  type Place,
  type Origin,
  turnTo,
} from "#components/sitting/navigation/turning.ts";
import { openSupply, type CaseSupply } from "#components/sitting/navigation/case-supply.ts";
import { runDeferred, whenIdle } from "#components/sitting/navigation/deferred-work.ts";
import type { View } from "#components/sitting/navigation/address.ts";
import { OverviewView } from "#components/sitting/navigation/overview-view.tsx";
import type { Turning, SittingState } from "#components/sitting/page/use-sitting-page.ts";
import type { PlacedAnswer } from "#components/sitting/device/outbox-rules.ts";
import type { CaseQuestions } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

// One file, since every request costs: it comes right after the first page, which is read and answered without it.

/** Hears the keys of practice, too. */
export { KeysAtWork };

export type RuntimeSetting = {
  sittingId: string;
  cases: readonly (PlacedAnswer & { asked: CaseQuestions })[];
  shown: ShownCase | null;
  questions: Pick<CaseQuestions, "confidence" | "mayGoBack">;
  /** The time is over: nothing is taken any more. */
  isOver: boolean;
  /** Null where nobody is asked how sure they are. */
  raiseDoubt: typeof raiseDoubt | null;
};

/** What the cases of a sitting come from and what is given goes to: the server and the device, or a rehearsal's memory. */
type Ground = {
  supply: CaseSupply;
  store: AnswerStore;
  learnNews: () => Promise<void>;
  place: Place;
  /** Leads to the pages beside the cases. */
  location: Pick<Location, "assign" | "replace">;
} & Pick<RuntimeSetting, "raiseDoubt">;

type Part = ComponentType<{ state: SittingState }>;
type Parts = Record<"CaseViews" | "LazyBreak" | "LazyPace" | "OverviewView" | "SendingLine", Part> & {
  ReplacedAnswer: ComponentType<ComponentProps<typeof ReplacedAnswer>>;
  SittingWatch: ComponentType<ComponentProps<typeof SittingWatch>>;
};
const parts: Parts = {
  CaseViews,
  LazyBreak,
  LazyPace,
  OverviewView,
  ReplacedAnswer,
  SendingLine,
  SittingWatch,
};
export type Runtime = ReturnType<typeof attend>;

/** What attends to the cases for as long as their page is open. Null where it was left before that. */
export async function openRuntime(
  { sittingId, cases, shown, questions, isOver, raiseDoubt }: RuntimeSetting,
  signal: AbortSignal,
): Promise<Runtime | null> {
  const { mayGoBack } = questions;
  const supply = openSupply(sittingId, cases, shown, { mayGoBack, signal });
  // Before it is open nothing could be kept, so that nothing is taken either.
  const store = await openAnswerStore(sittingId, cases, !mayGoBack && !isOver);
  if (signal.aborted) {
    store.close();
    return null;
  }
  const learnNews = openNews(sittingId, store);
  const place = openBrowserAddress(sittingId);
  return attend({ supply, store, learnNews, place, location, raiseDoubt }, signal);
}

export function attend(ground: Ground, signal: AbortSignal) {
  const store = watchForms(ground.store, signal);
  const answers = openOptimisticAnswers(store, ground.learnNews);
  addEventListener("pagehide", runDeferred, { signal });
  signal.addEventListener("abort", () => {
    runDeferred();
    answers.close();
    store.close();
  });
  const way: Origin = { from: null };
  return {
    ...ground,
    parts,
    store,
    answers,
    openCaseSession,
    turnTo: (from: View, to: View, title: string) => !answers.isOvertaken(to) && turnTo(from, to, title),
    whenIdle,
    way,
    openTurning: (turning: Turning) => openTurning(turning, way, ground.place),
  };
}
