"use client";

import { useEffect, useRef, type ComponentProps } from "react";
import { CaseView } from "#components/sitting/case/case-view.tsx";
import { kindOf } from "#lib/task-kinds/registry.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

type Case = ComponentProps<typeof CaseView>;
type Props = Pick<Case, "sittingId" | "shown" | "questions" | "next" | "isFirst" | "words"> & {
  answer: AnswerValue | null;
  revision: number;
};

const stay = () => undefined;

/** Practice is sent as a form: what is right is told by the server alone. */
export function PracticeCase({ answer, revision, ...rest }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const stored = useRef(answer);
  const extra = useRef(rest.words.sitting);
  const kind = useRef(kindOf(rest.questions.kind));

  useEffect(() => {
    const form = place.current?.querySelector("form");
    if (!form) return;
    let stop: () => void = stay;
    let isLeft = false;
    void import("#components/sitting/case/measure-form.ts").then(({ measureForm }) => {
      if (!isLeft) stop = measureForm(form, stored.current, extra.current, kind.current);
    }, stay);
    return () => {
      isLeft = true;
      stop();
    };
  }, []);

  return (
    <div ref={place}>
      <CaseView {...rest} isOpen isPlain rest={null} known={() => ({ answer, revision })} onGo={stay} />
    </div>
  );
}
