"use client";

import { memo, useActionState, useEffect, type ComponentProps, type SyntheticEvent } from "react";
import { CaseForm, type FormAction } from "#components/sitting/case/case-form.tsx";
import {
  doubleClickMs,
  useAttendedCase,
  type AttendedProps,
} from "#components/sitting/case/use-attended-case.ts";
import { useEarlyPress } from "#components/ui/use-early-press.ts";
import { DoubtQuestion, ReplacedAnswer } from "#components/sitting/page/later-parts.ts";
import { refusalOf } from "#components/sitting/words.ts";
import { saveCase } from "#lib/sittings/joining/participant-actions.ts";
import type { MissingPart } from "#lib/task-kinds/kind.ts";

const nothing: readonly MissingPart[] = [];

type Form = ComponentProps<typeof CaseForm>;
type Attended = ReturnType<typeof useAttendedCase>;
type Props = AttendedProps &
  Pick<Form, "shown" | "questions" | "next" | "isFirst" | "part"> & {
    /** The runtime won't come: the form is sent as a form. */
    isPlain: boolean;
  };

/** A case of a sitting: the form that the server can draw and take, with somebody attending to it. */
export const CaseView = memo(function CaseView(props: Props) {
  const { sittingId, shown, questions, next, isFirst, part, isOpen, runtime, words } = props;
  const { position, names } = shown;
  const [state, action] = useActionState(saveCase, null);
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
      below={questions.reportPassage && !shown.isPractice && <ReportLink {...props} />}
      form={{
        ...listeners,
        ref: form,
        action,
        "data-position": position,
        "aria-hidden": !isOpen,
        className: "one-of-cases",
      }}
    >
      <Refusal>{refused && !isIncomplete && refusalOf(refused.error, words.sitting.own)}</Refusal>
      {runtime && isOpen && (
        <ReplacedAnswer
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

const Refusal = ({ children }: { children: string | false | null }) => (
  <p role="alert" className="font-medium text-danger empty:hidden">
    {children}
  </p>
);

/** What somebody does to the form. */
function useListeners(
  { form, session, go, changed, lacking }: Attended,
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

function ReportLink({ sittingId, shown, words }: Pick<Props, "sittingId" | "shown" | "words">) {
  return (
    <a
      data-beside
      href={`/sittings/${sittingId}/${shown.position}/report`}
      className="justify-self-start text-base"
    >
      {words.report}
    </a>
  );
}

function readFormAction(control: HTMLElement | null): FormAction {
  const value = control?.getAttribute("value");
  return value === "previous" || value === "overview" ? value : "next";
}
