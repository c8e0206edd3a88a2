import { type ComponentProps, type ComponentType, type Dispatch, type SetStateAction, useState } from "react";
import type { ParticipantMain } from "#components/shell/participant-main.tsx";
import { BeginForm } from "#components/sitting/entry/begin-form.tsx";
import { ComprehensionForm } from "#components/sitting/entry/comprehension-form.tsx";
import { ConsentForm } from "#components/sitting/entry/consent-form.tsx";
import { Declined, EndsHere } from "#components/sitting/entry/ends.tsx";
import { Instructions, WrongAtFirst } from "#components/sitting/entry/instructions.tsx";
import { Welcome } from "#components/sitting/entry/welcome.tsx";
import { Debrief, formatScore } from "#components/sitting/finish/debrief.tsx";
import { HandInForm } from "#components/sitting/finish/hand-in-form.tsx";
import { PracticePage } from "#components/sitting/page/practice-page.tsx";
import { SittingPage } from "#components/sitting/page/sitting-page.tsx";
import { useSittingPage, type Setting } from "#components/sitting/page/use-sitting-page.ts";
import { PageTitle } from "#components/sitting/page-title.tsx";
import {
  openMemoryRuntime,
  listScores,
  listSteps,
  noteView,
  savePractice,
  toCases,
  sittingId,
  sittingPath,
  turnTo,
  turnToAddress,
  turnToView,
  type RehearsalState,
  type RehearsedCase,
  type Stage,
} from "#components/sitting/rehearsal/state.ts";
import type { RehearsalPlan, RehearsalText } from "#components/sitting/rehearsal/rehearsal.tsx";
import type { Action } from "#components/sitting/use-steady-action.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { succeed, type Result } from "#lib/result.ts";
import { checkComprehension } from "#lib/sittings/comprehension/comprehension.ts";
import { checkBackground } from "#lib/sittings/joining/background.ts";
import { whereNext } from "#lib/sittings/serving/where-next.ts";
import { findContact } from "#lib/studies/opening/frozen-words.ts";

export type StageProps = {
  plan: RehearsalPlan;
  text: RehearsalText;
  now: RehearsalState;
  onChange: Dispatch<SetStateAction<RehearsalState>>;
  toWords: string | null;
};

/** Takes a form as the server would. */
const taking =
  (onChange: StageProps["onChange"], take: (form: FormData) => Result<RehearsalState>): Action =>
  (_, form) => {
    const taken = take(form);
    if (taken.ok) onChange(taken.value);
    return Promise.resolve(taken);
  };

const fieldsOf = (form: FormData) => Object.fromEntries(form) as Record<string, string>;

/** Above the team's words, where they aren't there in this language. */
function Untranslated({ text: { isComplete, words }, toWords }: Pick<StageProps, "text" | "toWords">) {
  if (isComplete) return null;
  return (
    <Callout tone="warning">
      {words.preview.languageMissing}{" "}
      {toWords && (
        <a href={toWords} className="text-accent underline">
          {words.preview.toWords}
        </a>
      )}
    </Callout>
  );
}

function WelcomeStage({ plan, text, now, onChange, toWords }: StageProps) {
  const { parts, lines, language, words } = text;
  const counting = plan.cases.filter(({ isPractice }) => !isPractice);
  return (
    <Welcome
      title={text.title}
      text={parts.welcome}
      language={language}
      facts={{
        cases: counting.length,
        practice: plan.cases.length - counting.length,
        limitMinutes: plan.questions.timeLimitMinutes,
        languages: [...new Set(counting.map((one) => one.language))],
        payment: lines.find(({ field }) => field === "payment")?.said ?? null,
      }}
      reader={language}
      words={words}
      notes={<Untranslated text={text} toWords={toWords} />}
    >
      <ConsentForm
        text={parts.consent}
        lines={lines.filter(({ field }) => field !== "payment")}
        ticks={text.ticks}
        language={language}
        words={words}
        given={{}}
        declineAddress={`${sittingPath}declined`}
        refusals={words.own.errors}
        sendTo={taking(onChange, () => succeed(turnTo(now, "instructions")))}
      />
    </Welcome>
  );
}

const DeclinedStage = ({ text: { words }, now, onChange }: StageProps) => (
  <Declined
    words={words}
    returnAddress={null}
    back={<Button onClick={() => onChange(turnTo(now, "welcome"))}>{words.back}</Button>}
  />
);

/** With what is asked about oneself, the first time; after a wrong try, with what to read again for. */
function InstructionsStage({ plan, text, now, onChange }: StageProps) {
  const { words, language, parts } = text;
  const { comprehension: questions = [], background, preferNotToSay } = plan.questions;
  const last = now.tries.at(-1);
  const isAsked = questions.length > 0 && now.tries.length < 2 && last?.length !== 0;
  const goOn = () => (isAsked ? turnTo(now, "comprehension") : toCases(plan, now));
  const label = isAsked ? words.comprehension.toQuestions : words.own.start;
  const wrong = questions.filter(({ key }) => isAsked && last?.includes(key));
  return (
    <Instructions
      text={parts.instructions}
      example={parts.example}
      words={words}
      notes={wrong.length > 0 && <WrongAtFirst wrong={wrong} language={language} words={words} />}
    >
      {!last && <p className="text-ink-muted">{words.preview.codesBody}</p>}
      <BeginForm
        sittingId={sittingId}
        questions={last ? [] : background}
        mayBeUnsaid={preferNotToSay}
        language={language}
        words={{ ...words, goOn: label }}
        unreached={words.own.errors.other}
        sendTo={taking(onChange, (form) => {
          const { sittingId: _, ...given } = fieldsOf(form);
          const checked = last ? succeed({}) : checkBackground(plan.questions, given);
          return checked.ok ? succeed(goOn()) : checked;
        })}
      />
    </Instructions>
  );
}

/** What is right is in this page: it is the team's. */
function ComprehensionStage({ plan, text, now, onChange }: StageProps) {
  const { words, language } = text;
  const { comprehension: questions = [] } = plan.questions;
  const tryNumber = now.tries.length + 1;
  return (
    <ComprehensionForm
      sittingId={sittingId}
      tryNumber={tryNumber}
      questions={questions}
      isLast={tryNumber > 1}
      language={language}
      words={words}
      unreached={words.own.errors.other}
      sendTo={taking(onChange, (form) => {
        const checked = checkComprehension(questions, fieldsOf(form));
        if (!checked.ok) return checked;
        const { wrong } = checked.value;
        const next = { ...now, tries: [...now.tries, wrong] };
        if (wrong.length > 0 && tryNumber < 2) return succeed(turnTo(next, "instructions"));
        return succeed(wrong.length > 0 && plan.endsOnFailure ? turnTo(next, "ended") : toCases(plan, next));
      })}
    />
  );
}

const EndedStage = ({ text: { words } }: StageProps) => <EndsHere words={words} returnAddress={null} />;

/** In the place of the cases and what follows them. The texts can be read all the same. */
function NoCases({ text: { title, words }, plan: { problem } }: StageProps) {
  const { preview } = words;
  return (
    <div className="grid gap-6">
      <PageTitle>{title}</PageTitle>
      <Callout tone="warning">{preview.problems[problem?.code ?? "too_few"]}</Callout>
      {problem?.step && (
        <div>
          <ButtonLink href={problem.step}>{preview.toStep}</ButtonLink>
        </div>
      )}
    </div>
  );
}

/** Within the frame of the staff's pages, which has the page's main part already. */
const Main = ({ children, wide }: ComponentProps<typeof ParticipantMain>) => (
  <div className={wide ? "pt-6" : "measure mx-auto pt-6"}>{children}</div>
);

function CaseStage(props: StageProps) {
  const { plan, now, text } = props;
  const present = now.stage === "case" && plan.cases.find(({ position }) => position === now.at);
  if (plan.cases.length === 0) return <NoCases {...props} />;
  if (present && present.isPractice) return <Practice {...props} shown={present} />;
  // Said anew in another language, with what was answered before.
  return <Counting key={text.language} {...props} />;
}

function Practice({ plan, text, now, onChange, shown }: StageProps & { shown: RehearsedCase }) {
  const { position, kind, gold } = shown;
  return (
    <PracticePage
      sittingId={sittingId}
      shown={shown}
      progress={listSteps(plan, now, text.partAt)}
      words={text.pageOf[kind] ?? text.page}
      said={text.wordsOf[kind] ?? text.words}
      right={now.isChecked ? gold : null}
      onward={{
        onSubmit(event) {
          event.preventDefault();
          onChange(turnToView(now, whereNext(plan.cases, position, "next")));
        },
      }}
      menu={null}
      Main={Main}
      sendTo={taking(onChange, (form) => savePractice(plan, now, { form, shown }))}
    />
  );
}

function Counting({ plan, text, now, onChange }: StageProps) {
  const [first] = useState(now.stage === "overview" ? now.stage : now.at);
  const [openRuntime] = useState(() => {
    const note = (view: typeof first) => onChange((before) => noteView(before, view));
    const lead = (address: string | URL) => onChange((before) => turnToAddress(before, String(address)));
    const memory = { cases: plan.cases, store: now.store, note, lead };
    return (setting: Setting, signal: AbortSignal) => openMemoryRuntime(memory, setting, signal);
  });
  const state = useSittingPage({
    sittingId,
    first,
    shown: plan.cases.find(({ position }) => position === first) ?? null,
    progress: listSteps(plan, now, text.partAt),
    questions: plan.questions,
    msLeft: null,
    welcome: null,
    words: text.page,
    wordsOf: text.pageOf,
    openRuntime,
  });
  const parts = state.runtime?.parts;
  return (
    <SittingPage
      state={state}
      menu={null}
      Main={Main}
      cases={parts && <parts.CaseViews state={state} />}
      overview={parts && <parts.OverviewView state={state} />}
    />
  );
}

function FinishStage(props: StageProps) {
  const { plan, text, now, onChange } = props;
  const [openStore] = useState(() => () => Promise.resolve(now.store));
  if (plan.cases.length === 0) return <NoCases {...props} />;
  return (
    <HandInForm
      sittingId={sittingId}
      cases={listSteps(plan, now).filter(({ isPractice }) => !isPractice)}
      questions={plan.questions}
      {...text.handIn}
      over={null}
      elsewhere={null}
      sendTo={taking(onChange, () => succeed(turnTo(now, "debrief")))}
      openStore={openStore}
    />
  );
}

function DebriefStage({ plan, text, now }: StageProps) {
  const { parts, words, lines, language } = text;
  return (
    <Debrief
      text={parts.debrief}
      code={{ value: words.preview.example, hint: words.preview.exampleHint }}
      returnAddress={null}
      scores={listScores(plan, now).map((score) => formatScore(text.wordsOf[score.kind] ?? words, score))}
      words={words}
      contact={findContact(lines, language)}
    >
      {plan.viaProlific && <p className="text-ink-muted">{words.preview.prolific}</p>}
    </Debrief>
  );
}

/** What the participant sees at each point of the way. */
export const stagePages: Record<Stage, ComponentType<StageProps>> = {
  welcome: WelcomeStage,
  declined: DeclinedStage,
  instructions: InstructionsStage,
  comprehension: ComprehensionStage,
  ended: EndedStage,
  case: CaseStage,
  overview: CaseStage,
  finish: FinishStage,
  debrief: DebriefStage,
};
