"use client";

import clsx from "clsx";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Confidence } from "#components/sitting/page/later-parts.ts";
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
import { Button, ButtonLink } from "#components/ui/button.tsx";

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

type PreviewBarProps = {
  stage: Stage;
  /** The stages this study has. */
  offered: readonly (typeof stages)[number][];
  language: StudyLanguage;
  languages: readonly { language: StudyLanguage; name: string }[];
  isDraft: boolean;
  words: SittingWords["preview"];
  leave: string;
  onStage: (stage: Stage) => void;
  onLanguage: (language: StudyLanguage) => void;
  onAgain: () => void;
};

const shownAs = (stage: Stage) =>
  stage === "declined"
    ? "welcome"
    : stage === "feedback"
      ? "case"
      : stage === "ended"
        ? "comprehension"
        : stage;

/** In the staff's words, above what is in the participant's. */
function PreviewBar(props: PreviewBarProps) {
  const { stage, offered, language, languages, isDraft, words, leave } = props;
  const control = "target rounded-md border border-edge bg-raised px-2";
  return (
    <section
      aria-label={words.label}
      className="mb-8 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-lg border border-info bg-info-tint px-4 py-3"
    >
      <p className="min-w-0 grow">
        <strong>{words.stored}</strong> {isDraft ? words.draft : words.frozen}
      </p>
      <label className="flex items-center gap-2">
        {words.goTo}
        <select
          value={shownAs(stage)}
          onChange={({ currentTarget }) => props.onStage(currentTarget.value as Stage)}
          className={control}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {words.stages[one]}
            </option>
          ))}
        </select>
      </label>
      <div role="group" aria-label={words.language} className="flex gap-1">
        {languages.map((one) => (
          <Button
            key={one.language}
            lang={one.language}
            variant={one.language === language ? "secondary" : "quiet"}
            aria-pressed={one.language === language}
            onClick={() => props.onLanguage(one.language)}
          >
            {one.name}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={props.onAgain}>
          {words.again}
        </Button>
        <ButtonLink href={leave}>{words.leave}</ButtonLink>
      </div>
    </section>
  );
}
