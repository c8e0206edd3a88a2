"use client";

import { useActionState, type ComponentProps } from "react";
import { CaseClock } from "#components/sitting/case-clock.tsx";
import { CaseForm } from "#components/sitting/case-form.tsx";
import { keep } from "#components/sitting/keep.ts";
import { refusalOf } from "#components/sitting/refusal-of.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import { FormMessage } from "#components/ui/form-message.tsx";
import { saveCase } from "#lib/sittings/participant-actions.ts";
import type { MissingPart } from "#lib/sittings/schema.ts";

type Form = ComponentProps<typeof CaseForm>;
type Props = Omit<Form, "form" | "lacking" | "children" | "words"> & {
  sittingId: string;
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
    <CaseForm
      {...rest}
      lacking={lacking as (MissingPart | "probabilities")[]}
      form={{ action, onReset: keep }}
    >
      <FormMessage>
        {refused && refused.error !== "incomplete" && refusalOf(refused.error, words.own)}
      </FormMessage>
      <input type="hidden" name="sittingId" value={sittingId} />
      <input type="hidden" name="position" value={shown.position} />
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="options" value={shown.names.length} />
      <CaseClock stored={rest.answer} />
    </CaseForm>
  );
}
