import { openAnswerStore } from "#components/sitting/device/answer-store.ts";
import { SendingState } from "#components/sitting/device/sending-state.tsx";
import { AbsentCase } from "#components/sitting/case/absent-case.tsx";
import { runDeferred } from "#components/sitting/navigation/deferred-work.ts";
import { openCaseSession } from "#components/sitting/case/case-session.ts";
import { openSupply } from "#components/sitting/navigation/case-supply.ts";
import { openOptimisticAnswers } from "#components/sitting/navigation/optimistic-answers.ts";
import { ReplacedAnswer } from "#components/sitting/case/replaced-answer.tsx";
import { CaseViews } from "#components/sitting/case/case-views.tsx";
import { EndView } from "#components/sitting/page/end-view.tsx";
import { OverviewView } from "#components/sitting/navigation/overview-view.tsx";
import { LazyBreak, LazyPace } from "#components/sitting/page/lazy-pace.tsx";
import { SittingWatch } from "#components/sitting/page/sitting-watch.tsx";
import { turnTo } from "#components/sitting/navigation/turn-to.ts";

/** What a first page is read and answered without. It comes right after it, before it is needed. */
export const lazyRuntime = {
  openAnswerStore,
  openOptimisticAnswers,
  openSupply,
  runDeferred,
  openCaseSession,
  turnTo,
  AbsentCase,
  ReplacedAnswer,
  CaseViews,
  EndView,
  LazyBreak,
  OverviewView,
  LazyPace,
  SittingWatch,
  SendingState,
};
