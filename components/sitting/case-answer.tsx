"use client";

import { useActionState, type ComponentProps } from "react";
import { CaseForm } from "#components/sitting/case-form.tsx";
import { CaseTimes } from "#components/sitting/case-times.tsx";
import type { Lacking } from "#components/sitting/extra-questions.tsx";
import { keep } from "#components/sitting/keep.ts";
import { refusalOf } from "#components/sitting/refusal-of.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import { FormMessage } from "#components/ui/form-message.tsx";
import { saveCase } from "#lib/sittings/participant-actions.ts";
import type { AnswerValue } from "#lib/sittings/schema.ts";

type Form = ComponentProps<typeof CaseForm>;
type Props = Omit<Form, "form" | "lacking" | "children" | "words" | "answer"> & {
  sittingId: string;
  answer: AnswerValue | null;
  /** Of the answer shown. */
  revision: number;
  words: Form["words"] & Pick<SittingWords, "own">;
};

/** A case whose form is sent: it works before, and without, any script. */
export function CaseAnswer({ sittingId, revision, ...rest }: Props) {
  const { shown, words } = rest;
  const [state, action] = useActionState(saveCase, null);
  const refused = state && !state.ok ? state : null;
  const lacking = refused?.error === "incomplete" ? Object.keys(refused.fields ?? {}) : [];
  return (
    <CaseForm {...rest} lacking={lacking as Lacking[]} form={{ action, onReset: keep }}>
      <FormMessage>
        {refused && refused.error !== "incomplete" && refusalOf(refused.error, words.own)}
      </FormMessage>
      <input type="hidden" name="sittingId" value={sittingId} />
      <input type="hidden" name="position" value={shown.position} />
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="options" value={shown.names.length} />
      <CaseTimes stored={rest.answer} />
    </CaseForm>
  );
}
