import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { FormAction } from "#components/sitting/case/case-form.tsx";
import type { CaseSession } from "#components/sitting/case/case-session.ts";
import type { Given } from "#lib/sittings/answers/given.ts";
import type { KnownAnswer } from "#components/sitting/device/answer-store-types.ts";
import type { Runtime } from "#components/sitting/page/lazy-runtime.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import type { Doubt } from "#components/task-kinds/kind.ts";
import type { Asked } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { MissingPart } from "#lib/task-kinds/kind.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";

/** A second click of the same hand sooner than this was meant for the page before. */
export const doubleClickMs = 300;

export type AttendedProps = {
  sittingId: string;
  shown: ShownCase;
  questions: Asked;
  words: PageWords;
  /** In front of somebody; otherwise it only lies ready, laid out but out of sight. */
  isOpen: boolean;
  known: (position: number) => KnownAnswer;
  /** Null until it is there, and from then on the same. */
  runtime: Runtime | null;
  onGo: (position: number, action: FormAction) => void;
};

/** The form of a case with somebody attending to it: what is lacking, what is asked about, and the way on. */
export function useAttendedCase(props: AttendedProps) {
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
  const base = useRef<Given | null>(atFirst.answer);
  const [drawn, setDrawn] = useState<{ given: Given | null; version: number }>({
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
    const stop = runtime.answers.subscribe(() => void attending.sync());
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
