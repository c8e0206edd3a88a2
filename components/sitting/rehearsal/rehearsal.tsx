"use client";

import clsx from "clsx";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Confidence } from "#components/sitting/page/later-parts.ts";
import { PreviewBar } from "#components/sitting/rehearsal/preview-bar.tsx";
import { RehearsalPage } from "#components/sitting/rehearsal/page.tsx";
import {
  beginning,
  findFirstOpen,
  stages,
  turnTo,
  type RehearsedCase,
  type Stage,
} from "#components/sitting/rehearsal/state.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import type { ConsentLine } from "#lib/studies/opening/frozen-words.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import type { FrozenWords, Questions, StudyLanguage } from "#lib/studies/schema.ts";

export type RehearsalText = {
  language: StudyLanguage;
  /** What the language calls itself. */
  name: string;
  /** The study is offered in it. */
  isComplete: boolean;
  title: string;
  parts: Record<"welcome" | "consent" | "instructions" | "example" | "debrief", ReactNode>;
  lines: readonly ConsentLine[];
  ticks: FrozenWords["ticks"];
  words: SittingWords;
  /** What cases say, where each kind says it in its own words. */
  wordsOf: Partial<Record<KindName, SittingWords>>;
  /** By position, what is said where another kind of case begins. */
  partAt: Readonly<Record<number, ReactNode>>;
};

export type RehearsalPlan = {
  isDraft: boolean;
  cases: readonly RehearsedCase[];
  questions: Questions;
  /** Why there are no cases, and the way to the step that decides it. */
  problem: { code: keyof SittingWords["preview"]["problems"]; step: string | null } | null;
  viaProlific: boolean;
  /** Who fails the comprehension check goes no further. */
  endsOnFailure: boolean;
};

type Props = {
  plan: RehearsalPlan;
  /** The ways to the sittings of other arms. */
  arms?: ReactNode;
  texts: readonly RehearsalText[];
  staffLanguage: StudyLanguage;
  leave: string;
  toWords: string | null;
};

/** A whole sitting that lives in this page alone: nothing of it is sent, and a reload begins anew. */
export function Rehearsal({ plan, arms, texts, staffLanguage, leave, toWords }: Props) {
  const [now, setNow] = useState(beginning);
  const [language, setLanguage] = useState(
    () => (texts.find(({ isComplete }) => isComplete) ?? texts[0])?.language,
  );
  const place = useRef<HTMLDivElement>(null);
  const text = texts.find((one) => one.language === language) ?? texts[0];

  useEffect(() => {
    if (now.page === 0) return;
    place.current?.querySelector<HTMLElement>("[data-place]")?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [now.page]);

  useEffect(() => {
    if (plan.questions.confidence.ask !== "off") Confidence.preload().catch(() => undefined);
  }, [plan.questions]);

  if (!text) return null;
  const isAsked = (plan.questions.comprehension ?? []).length > 0;
  const offered = stages.filter((one) => one !== "comprehension" || isAsked);
  function goTo(stage: Stage): void {
    setNow(turnTo(now, stage, stage === "case" ? Math.max(0, findFirstOpen(plan, now)) : now.at));
  }
  const isWide = plan.cases.length > 0 && (now.stage === "case" || now.stage === "feedback");
  return (
    <>
      <PreviewBar
        stage={now.stage}
        offered={offered}
        language={text.language}
        languages={texts}
        isDraft={plan.isDraft}
        words={(texts.find((one) => one.language === staffLanguage) ?? text).words.preview}
        leave={leave}
        onStage={goTo}
        onLanguage={setLanguage}
        onAgain={() => setNow({ ...beginning, page: now.page + 1 })}
      />
      {arms}
      <div
        ref={place}
        lang={text.language}
        className={clsx("reading mx-auto", isWide ? "max-w-[68rem]" : "measure")}
      >
        <RehearsalPage key={now.page} plan={plan} text={text} now={now} onChange={setNow} toWords={toWords} />
      </div>
    </>
  );
}
