"use client";

import clsx from "clsx";
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { forgetComment } from "#components/sitting/device/kept-comment.ts";
import type { HandInForm } from "#components/sitting/finish/hand-in-form.tsx";
import { preloadParts } from "#components/sitting/page/later-parts.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import { stagePages } from "#components/sitting/rehearsal/stages.tsx";
import {
  begin,
  sittingId,
  sittingPath,
  stages,
  toCases,
  turnTo,
  turnToAddress,
  type RehearsedCase,
  type Stage,
} from "#components/sitting/rehearsal/state.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import type { ConsentLine } from "#lib/studies/opening/frozen-words.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import type { FrozenWords, Questions, StudyLanguage } from "#lib/studies/schema.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Streamed } from "#components/ui/streamed.tsx";

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
  /** The same of the page of the cases, and of handing in. */
  page: PageWords;
  pageOf: Partial<Record<KindName, PageWords>>;
  handIn: Pick<ComponentProps<typeof HandInForm>, "words" | "comment">;
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

/** A last comment is kept by the browser, and not by the store. */
const forgetKept = () => forgetComment(sittingId);

/** The links of a sitting lead to where they would: to no page of the server's, which knows of none. */
export function followLinks(lead: (address: string) => void, signal: AbortSignal): void {
  function follow(event: MouseEvent): void {
    const address = (event.target as Element).closest("a")?.getAttribute("href");
    if (!address?.startsWith(sittingPath) || event.defaultPrevented) return;
    event.preventDefault();
    lead(address);
  }
  for (const press of ["click", "auxclick"] as const) addEventListener(press, follow, { signal });
}

/** A whole sitting that lives in this page alone: nothing of it is sent, and a reload begins anew. */
export function Rehearsal({ plan, arms, texts, staffLanguage, leave, toWords }: Props) {
  const [now, setNow] = useState(begin);
  const [language, setLanguage] = useState(
    () => (texts.find(({ isComplete }) => isComplete) ?? texts[0])?.language,
  );
  const place = useRef<HTMLDivElement>(null);
  const text = texts.find((one) => one.language === language) ?? texts[0];

  useEffect(() => {
    // A page that had to wait for a part of itself would have no title yet to take the focus.
    const asked = plan.cases.map(({ kind }) => ({ asked: { ...plan.questions, kind } }));
    preloadParts(plan.questions, asked).catch(() => undefined);
  }, [plan]);
  useEffect(() => {
    forgetKept();
    return forgetKept;
  }, [now.store]);
  useEffect(() => {
    const leaving = new AbortController();
    followLinks((address) => setNow((before) => turnToAddress(before, address)), leaving.signal);
    return () => leaving.abort();
  }, []);
  useEffect(() => {
    if (now.page === 0) return;
    place.current?.querySelector<HTMLElement>("[data-place]")?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [now.page]);

  if (!text) return null;
  const isAsked = (plan.questions.comprehension ?? []).length > 0;
  const offered = stages.filter((one) => one !== "comprehension" || isAsked);
  const isWide = plan.cases.length > 0 && (now.stage === "case" || now.stage === "overview");
  const StagePage = stagePages[now.stage];
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
        onStage={(stage) => setNow(stage === "case" ? toCases(plan, now) : turnTo(now, stage))}
        onLanguage={setLanguage}
        onAgain={() => setNow(begin(now.page + 1))}
      />
      {arms}
      <div
        ref={place}
        lang={text.language}
        className={clsx("reading mx-auto", isWide ? "max-w-[68rem]" : "measure")}
      >
        <Streamed key={now.page}>
          <StagePage plan={plan} text={text} now={now} onChange={setNow} toWords={toWords} />
        </Streamed>
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
  stage === "declined" ? "welcome" : stage === "ended" ? "comprehension" : stage;

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
