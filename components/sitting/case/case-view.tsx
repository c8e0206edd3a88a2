"use client";

import {
  memo,
  useActionState,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
} from "react";
import { CaseForm, type Going } from "#components/sitting/case/case-form.tsx";
import type { Known } from "#components/sitting/device/answer-store-types.ts";
import type { MissingPart } from "#lib/task-kinds/kind.ts";
import { keep } from "#components/sitting/keep.ts";
import { refusalOf } from "#components/sitting/refusal-of.ts";
import type { Doubt } from "#components/task-kinds/kind.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import type { CaseSession } from "#components/sitting/case/case-session.ts";
import { whenIdle } from "#components/sitting/navigation/when-idle.ts";
import type { Given } from "#components/sitting/case/fields.ts";
import type { LazyRuntime } from "#components/sitting/page/use-lazy-runtime.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { saveCase } from "#lib/sittings/joining/participant-actions.ts";

// All cases lie in one place. What isn't open stays as it was laid out; a browser that can't keep it lays it out anew.
const look =
  "min-w-0 self-start [grid-area:1/1] aria-hidden:[content-visibility:hidden] aria-hidden:not-supports-[content-visibility:hidden]:hidden";

const nothing: readonly MissingPart[] = [];
/** A second click of the same hand sooner than this was meant for the page before. */
const doubleClickMs = 300;

type Form = ComponentProps<typeof CaseForm>;
type Props = Pick<Form, "shown" | "questions" | "next" | "isFirst"> & {
  sittingId: string;
  /** In front of somebody; otherwise it only lies ready, laid out but out of sight. */
  isOpen: boolean;
  known: (position: number) => Known;
  /** Null until it is there, and from then on the same. */
  rest: LazyRuntime | null;
  /** It won't come: the form is sent as a form. */
  isPlain: boolean;
  words: PageWords;
  onGo: (position: number, going: Going) => void;
};

/** A case of a sitting: the form that the server can draw and take, with somebody attending to it. */
export const CaseView = memo(function CaseView(props: Props) {
  const { sittingId, isOpen, known, rest, isPlain, words, onGo, ...drawing } = props;
  const { shown, questions } = drawing;
  const { answers, asking } = rest ?? {};
  const { position } = shown;
  const [state, action] = useActionState(saveCase, null);
  const form = useRef<HTMLFormElement>(null);
  const session = useRef<CaseSession>(null);
  const isConfirmed = useRef(false);
  const [atFirst] = useState(() => known(position));
  const base = useRef<Given | null>(atFirst.answer);
  const [drawn, setDrawn] = useState<{ given: Given | null; version: number }>({
    given: atFirst.answer,
    version: 0,
  });
  const [found, setFound] = useState<readonly MissingPart[] | null>(null);
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const { DoubtQuestion, findDoubt } = asking?.askingOf(questions.kind) ?? {};
  const focusDecided = () =>
    form.current
      ?.querySelector<HTMLElement>(`input[name=${kindOf(questions.kind).decidingField}]:checked`)
      ?.focus();

  useLayoutEffect(() => {
    const element = form.current;
    if (!element || !rest || !isOpen) return;
    // What a browser would put back into the fields by itself may be older than what is known.
    element.autocomplete = "off";
    const { answers, openCaseSession } = rest;
    const attending = openCaseSession({
      form: element,
      shown,
      questions,
      answers,
      words: words.sitting,
      base: base.current,
      draw: (given) => setDrawn(({ version }) => ({ given, version: version + 1 })),
    });
    session.current = attending;
    isConfirmed.current = false;
    const stop = answers.subscribe(() => void attending.sync());
    return () => {
      stop();
      base.current = attending.leave(isConfirmed.current);
      session.current = null;
      setFound(null);
      setDoubt(null);
    };
  }, [rest, isOpen, position, questions, shown, words]);

  // Setting the text takes longest: it is asked for ahead, out of sight.
  useEffect(() => {
    if (!isOpen) whenIdle(() => void form.current?.lastElementChild?.getBoundingClientRect());
  }, [isOpen]);

  function go(attending: CaseSession, submitter: HTMLElement | null): void {
    const lacking = attending.listLacking();
    const going = readGoing(submitter);
    const isUnfit = attending.isUnfit();
    const mustStay = !questions.mayGoBack || isUnfit;
    if (going === "next" && mustStay && lacking.length > 0) {
      setFound(lacking);
      form.current?.scrollIntoView({ block: "nearest" });
      return;
    }
    const against = going === "next" ? findDoubt?.(attending.given()) : null;
    if (against && asking?.mayAsk(sittingId, position, questions, against)) {
      setDoubt(against);
      return;
    }
    isConfirmed.current = true;
    onGo(position, going);
  }

  // What was pressed too early for it is done now.
  const pressed = useRef<HTMLElement>(null);
  useEffect(() => {
    const submitter = pressed.current;
    if (!submitter || (!rest && !isPlain)) return;
    pressed.current = null;
    form.current?.requestSubmit(submitter);
  }, [rest, isPlain]);

  const refused = state && !state.ok ? state : null;
  const sent =
    refused?.error === "incomplete" ? (Object.keys(refused.fields ?? {}) as MissingPart[]) : nothing;
  // What was written comes back with the form that was sent.
  const tooLong = refused?.fields?.tooLong;
  return (
    <CaseForm
      {...drawing}
      sittingId={sittingId}
      hasKeys={isOpen}
      answer={tooLong !== undefined && drawn.given ? { ...drawn.given, reason: tooLong } : drawn.given}
      version={drawn.version}
      reader={words.language}
      words={words.sitting}
      lacking={found ?? sent}
      question={
        DoubtQuestion &&
        doubt && (
          <DoubtQuestion
            doubt={doubt}
            names={shown.names}
            words={words.answering.contrary}
            onChange={() => {
              setDoubt(null);
              focusDecided();
            }}
          />
        )
      }
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
        ref: form,
        action,
        onReset: keep,
        "data-position": position,
        "aria-hidden": !isOpen,
        className: look,
        onSubmit(event) {
          if (isPlain) return;
          event.preventDefault();
          const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
          if (session.current) go(session.current, submitter);
          else pressed.current = submitter;
        },
        onChange({ target }) {
          session.current?.changed((target as EventTarget as HTMLInputElement).name);
          if (doubt) setDoubt(null);
          if (!found || !session.current) return;
          const still = session.current.listLacking();
          setFound(found.filter((part) => still.includes(part)));
        },
        onBlur: () => session.current?.save(),
        onClickCapture(event) {
          const isDouble = event.detail > 1 && (answers?.msSinceMove() ?? Infinity) < doubleClickMs;
          if (isDouble && (event.target as Element).closest("button")) event.preventDefault();
        },
      }}
    >
      <FormMessage>
        {refused && refused.error !== "incomplete" && refusalOf(refused.error, words.sitting.own)}
      </FormMessage>
      {rest && isOpen && (
        <rest.ReplacedAnswer
          store={rest.store}
          answers={rest.answers}
          position={position}
          kind={questions.kind}
          names={shown.names}
          words={words}
          mayGoBack={questions.mayGoBack}
          onTake={() => {
            session.current?.sync();
            focusDecided();
          }}
        />
      )}
      <input type="hidden" name="sittingId" value={sittingId} />
      <input type="hidden" name="position" value={position} />
      <input type="hidden" name="revision" value={atFirst.revision} />
      <input type="hidden" name="options" value={shown.names.length} />
    </CaseForm>
  );
});

function readGoing(submitter: HTMLElement | null): Going {
  const value = submitter instanceof HTMLButtonElement ? submitter.value : "next";
  return value === "previous" || value === "overview" ? value : "next";
}
