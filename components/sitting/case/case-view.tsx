"use client";

import {
  memo,
  useActionState,
  useEffect,
  type ComponentProps,
  type SyntheticEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { CaseForm, type FormAction } from "#components/sitting/case/case-form.tsx";
import { useEarlyPress } from "#components/ui/use-early-press.ts";
import { DoubtQuestion } from "#components/sitting/page/later-parts.ts";
import type { Action } from "#components/sitting/use-steady-action.ts";
import { refusalOf } from "#components/sitting/words.ts";
import type { ActionState } from "#lib/auth/define-action.ts";
import { saveCase } from "#lib/sittings/joining/participant-actions.ts";
import type { MissingPart } from "#lib/task-kinds/kind.ts";
import type { CaseSession } from "#components/sitting/case/case-session.ts";
import type { AnswerContent } from "#lib/sittings/answers/answer-content.ts";
import type { KnownAnswer } from "#components/sitting/device/answer-store-types.ts";
import type { Runtime } from "#components/sitting/page/lazy-runtime.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import type { Doubt } from "#components/task-kinds/kind.ts";
import type { CaseQuestions } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";

/** A second click of the same hand sooner than this was meant for the page before. */
const doubleClickMs = 300;

type AttendedProps = {
  sittingId: string;
  shown: ShownCase;
  questions: CaseQuestions;
  words: PageWords;
  /** In front of somebody; otherwise it only lies ready, laid out but out of sight. */
  isOpen: boolean;
  known: (position: number) => KnownAnswer;
  /** Null until it is there, and from then on the same. */
  runtime: Runtime | null;
  onGo: (position: number, action: FormAction) => void;
};

/** The form of a case with somebody attending to it: what is lacking, what is asked about, and the way on. */
function useAttendedCase(props: AttendedProps) {
  const { sittingId, shown, questions, runtime, onGo } = props;
  const [lacking, setLacking] = useState<readonly MissingPart[] | null>(null);
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const forget = useCallback(() => {
    setLacking(null);
    setDoubt(null);
  }, []);
  const attended = useCaseSession(props, forget);
  const { form, session, confirm } = attended;

  function go(attending: CaseSession, action: FormAction): void {
    const { given, lacking: missing, isUnfit } = attending.look();
    const mustStay = !questions.mayGoBack || isUnfit || lacking === null;
    if (action === "next" && mustStay && missing.length > 0) {
      setLacking(missing);
      // Beside a field it may be out of sight; but the second of two clicks must not fall on what has come beneath it.
      setTimeout(
        () => form.current?.querySelector("[id$=-error]")?.scrollIntoView({ block: "center" }),
        doubleClickMs,
      );
      return;
    }
    const raised =
      action === "next" ? runtime?.raiseDoubt?.(sittingId, shown.position, questions, given) : null;
    if (raised) return setDoubt(raised);
    confirm();
    onGo(shown.position, action);
  }
  function changed(field: string): void {
    session.current?.changed(field);
    if (doubt) setDoubt(null);
    if (!lacking || !session.current) return;
    const still = session.current.look().lacking;
    setLacking(lacking.filter((part) => still.includes(part)));
  }
  const focusDecided = () =>
    form.current
      ?.querySelector<HTMLElement>(`input[name^=${kindOf(questions.kind).decidingField}]:checked`)
      ?.focus();
  /** What was asked about is to be changed. */
  function changeDoubted(): void {
    setDoubt(null);
    focusDecided();
  }
  /** Another answer counts now than the one in the fields. */
  function takeOver(): void {
    session.current?.sync();
    focusDecided();
  }
  return { ...attended, lacking, doubt, go, changed, changeDoubted, takeOver };
}

/** From when it is open until it is left, somebody attends to it. */
function useCaseSession(
  { shown, questions, words, isOpen, known, runtime }: AttendedProps,
  onLeft: () => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const session = useRef<CaseSession>(null);
  const isConfirmed = useRef(false);
  const [atFirst] = useState(() => known(shown.position));
  const base = useRef<AnswerContent | null>(atFirst.answer);
  const [drawn, setDrawn] = useState<{ given: AnswerContent | null; version: number }>({
    given: atFirst.answer,
    version: 0,
  });

  useLayoutEffect(() => {
    const element = form.current;
    if (!element || !runtime || !isOpen) return;
    // What a browser would put back into the fields by itself may be older than what is known.
    element.autocomplete = "off";
    const attending = runtime.openCaseSession({
      form: element,
      shown,
      questions,
      answers: runtime.answers,
      words: words.sitting,
      base: base.current,
      draw: (given) => setDrawn(({ version }) => ({ given, version: version + 1 })),
    });
    session.current = attending;
    isConfirmed.current = false;
    const stop = runtime.answers.subscribe(attending.sync);
    return () => {
      stop();
      base.current = attending.leave(isConfirmed.current);
      session.current = null;
      onLeft();
    };
  }, [runtime, isOpen, questions, shown, words, onLeft]);

  useLayoutEffect(() => session.current?.drawn(), [drawn]);

  function confirm(): void {
    isConfirmed.current = true;
  }
  return { form, session, confirm, atFirst, drawn };
}

const nothing: readonly MissingPart[] = [];

type Form = ComponentProps<typeof CaseForm>;
type AttendedCase = ReturnType<typeof useAttendedCase>;
type Props = AttendedProps &
  Pick<Form, "shown" | "questions" | "next" | "isFirst" | "part"> & {
    /** The runtime won't come: the form is sent as a form. */
    isPlain: boolean;
    /** What takes it then, where that isn't the server. */
    sendTo?: Action;
  };

/** A case of a sitting: the form that the server can draw and take, with somebody attending to it. */
export const CaseView = memo(function CaseView(props: Props) {
  const { sittingId, shown, questions, next, isFirst, part, isOpen, runtime, words } = props;
  const { position, names } = shown;
  const [state, action] = useActionState<ActionState, FormData>(props.sendTo ?? saveCase, null);
  const attended = useAttendedCase(props);
  const { form, drawn, lacking, doubt } = attended;
  const listeners = useListeners(attended, props);

  // Setting the text takes longest: it is asked for ahead, out of sight.
  useEffect(() => {
    if (!isOpen) runtime?.whenIdle(() => void form.current?.lastElementChild?.getBoundingClientRect());
  }, [form, isOpen, runtime]);

  const refused = state && !state.ok ? state : null;
  const isIncomplete = refused?.error === "incomplete";
  const sent = isIncomplete ? (Object.keys(refused.fields ?? {}) as MissingPart[]) : nothing;
  // What was written comes back with the form that was sent.
  const tooLong = refused?.fields?.tooLong;
  const question = doubt && (
    <DoubtQuestion
      doubt={doubt}
      names={names}
      kind={questions.kind}
      words={words.answering.contrary}
      onChange={attended.changeDoubted}
    />
  );
  return (
    <CaseForm
      sittingId={sittingId}
      shown={shown}
      questions={questions}
      next={next}
      isFirst={isFirst}
      part={part}
      question={question}
      hasKeys={isOpen}
      answer={tooLong !== undefined && drawn.given ? { ...drawn.given, reason: tooLong } : drawn.given}
      version={drawn.version}
      reader={words.language}
      words={words.sitting}
      lacking={lacking ?? sent}
      below={
        questions.reportPassage &&
        !shown.isPractice && (
          <a
            data-beside
            href={`/sittings/${sittingId}/${position}/report`}
            className="justify-self-start text-base"
          >
            {words.report}
          </a>
        )
      }
      form={{
        ...listeners,
        ref: form,
        action,
        "aria-hidden": !isOpen,
      }}
    >
      <p role="alert" className="font-medium text-danger empty:hidden">
        {refused && !isIncomplete && refusalOf(refused.error, words.sitting.own)}
      </p>
      {runtime && isOpen && (
        <runtime.parts.ReplacedAnswer
          position={position}
          names={names}
          words={words}
          store={runtime.store}
          answers={runtime.answers}
          kind={questions.kind}
          mayGoBack={questions.mayGoBack}
          onTake={attended.takeOver}
        />
      )}
      <input type="hidden" name="sittingId" value={sittingId} />
      <input type="hidden" name="position" value={position} />
      <input type="hidden" name="revision" value={attended.atFirst.revision} />
      <input type="hidden" name="options" value={names.length} />
      {isIncomplete && <input type="hidden" name="isTold" value="on" />}
    </CaseForm>
  );
});

/** What somebody does to the form. */
function useListeners(
  { form, session, go, changed, lacking }: AttendedCase,
  { runtime, isPlain }: Props,
): Form["form"] {
  const rememberPress = useEarlyPress(form, runtime !== null || isPlain);
  function goOn(event: SyntheticEvent, control: HTMLElement | null): void {
    if (isPlain) return;
    event.preventDefault();
    if (session.current) go(session.current, readFormAction(control));
    else rememberPress(control);
  }
  return {
    // React empties a form once its action has run. `keepFilledIn` would bring a button along that no case has.
    onReset: (event) => event.preventDefault(),
    onSubmit: (event) => goOn(event, (event.nativeEvent as globalThis.SubmitEvent).submitter),
    onChange: ({ target }) => changed((target as EventTarget as HTMLInputElement).name),
    onBlur: () => session.current?.save(),
    // Pressed where it stands, a slider is given, and nothing changes.
    onClick({ target }) {
      if (target instanceof HTMLInputElement && target.type === "range") changed(target.name);
    },
    onClickCapture(event) {
      const control = (event.target as Element).closest("button");
      if (!control) return;
      // The first of two clicks may have been answered by what is missing.
      const isDouble =
        event.detail > 1 && (lacking || (runtime?.answers.msSinceMove() ?? Infinity) < doubleClickMs);
      if (isDouble) event.preventDefault();
      // A browser reads all of a form before it is sent, for what it may fill in some other time.
      else if (control.name === "go") goOn(event, control);
    },
  };
}

function readFormAction(control: HTMLElement | null): FormAction {
  const value = control?.getAttribute("value");
  return value === "previous" || value === "overview" ? value : "next";
}
