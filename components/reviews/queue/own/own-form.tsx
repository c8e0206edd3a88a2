"use client";

import type { ReactNode } from "react";
import type { Choices, QueueWords } from "#components/reviews/queue/words.ts";
import { ChoiceGroup, CommentField, DecisionFields } from "#components/reviews/queue/work/step-fields.tsx";
import { useSteadyAction } from "#components/sitting/use-steady-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { answer, changeDecision, object } from "#lib/reviews/device/actions.ts";

type Words = Pick<QueueWords, "form" | "problems">;
type Common = {
  /** What the form is about: the review, the member, what is said, and its id, made with the page. */
  about: Readonly<Record<string, string | number>>;
  words: Words;
  send: string;
};

type ActedProps = Common & {
  action: Parameters<typeof useSteadyAction>[0];
  children: (fields: Readonly<Record<string, string>>) => ReactNode;
};

function Acted({ action, about, words, send, children }: ActedProps) {
  const [refusal, sending] = useSteadyAction(action);
  const { problems } = words;
  const known =
    refusal && Object.hasOwn(problems, refusal.error) ? (refusal.error as keyof typeof problems) : "other";
  return (
    <form action={sending} onReset={keepFilledIn} className="grid gap-6">
      <FormMessage>{refusal && problems[known]}</FormMessage>
      {Object.entries(about).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children(refusal?.fields ?? {})}
      <div>
        <SubmitButton>{send}</SubmitButton>
      </div>
    </form>
  );
}

type ChangeProps = Common & { choices: Choices; decision: { value: string; comment: string } };

/** One's own decision, as long as nobody has taken it up. */
export const ChangeForm = ({ choices, decision, ...common }: ChangeProps) => (
  <Acted {...common} action={changeDecision}>
    {() => (
      <>
        <DecisionFields
          hasKeys={false}
          choices={choices}
          words={common.words.form}
          begun={{ decision: decision.value }}
        />
        <CommentField words={common.words.form} begun={{ comment: decision.comment }} />
      </>
    )}
  </Acted>
);

export const ObjectionForm = ({ label, ...common }: Common & { label: string }) => (
  <Acted {...common} action={object}>
    {(fields) => (
      <TextAreaField
        label={label}
        name="words"
        required
        maxLength={4000}
        error={fields["words"] && common.words.problems.invalid}
      />
    )}
  </Acted>
);

type AnswerProps = Common & {
  legend: string;
  stands: string;
  falls: string;
  label: string;
  missing: string;
};

/** Of a reviewer, to an objection. */
export const AnswerForm = ({ legend, stands, falls, label, missing, ...common }: AnswerProps) => (
  <Acted {...common} action={answer}>
    {(fields) => (
      <>
        <ChoiceGroup
          hasKeys={false}
          legend={legend}
          name="stands"
          options={[
            { value: "yes", label: stands },
            { value: "no", label: falls },
          ]}
          error={fields["stands"] && missing}
        />
        <TextAreaField label={label} name="words" maxLength={4000} />
      </>
    )}
  </Acted>
);
