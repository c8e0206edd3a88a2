"use client";

import { useEffect, useRef, type ComponentProps } from "react";
import { CaseView } from "#components/sitting/case/case-view.tsx";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

type Case = ComponentProps<typeof CaseView>;
type Props = Pick<
  Case,
  "sittingId" | "shown" | "questions" | "next" | "isFirst" | "part" | "words" | "sendTo"
> & {
  answer: AnswerValue | null;
  revision: number;
};

const stay = () => undefined;

/** Practice is sent as a form: what is right is told by the server alone. */
export function PracticeCase({ answer, revision, ...drawn }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const first = useRef({ answer, words: drawn.words.sitting, kind: drawn.questions.kind });

  useEffect(() => {
    const form = place.current?.querySelector("form");
    const leaving = new AbortController();
    const { signal } = leaving;
    void import("#components/sitting/case/measure-form.ts").then(({ measureForm }) => {
      if (form && !signal.aborted) measureForm(form, first.current, signal);
    }, stay);
    return () => leaving.abort();
  }, []);

  return (
    <div ref={place}>
      <CaseView {...drawn} isOpen isPlain runtime={null} known={() => ({ answer, revision })} onGo={stay} />
    </div>
  );
}
