import type { ReactNode } from "react";
import type { Choices, QueueWords } from "#components/reviews/queue/words.ts";
import { keyOfChoice } from "#components/reviews/queue/work/find-key.ts";
import {
  maxInComment,
  acceptValue,
  rejectValue,
  type MissingField,
} from "#components/reviews/queue/work/read-fields.ts";
import { FieldError } from "#components/ui/fields/field.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";

export type Option = {
  value: string;
  label: string;
  /** Those with the same stand together beneath it. */
  group?: string | null;
  /** The letter that chooses it; the others are chosen by their number. */
  letter?: string;
};

type Props = {
  legend: string;
  name: string;
  options: readonly Option[];
  chosen?: string | undefined;
  error?: string | undefined;
  /** Whether keys are heard where it stands. */
  hasKeys?: boolean | undefined;
};

/** One of several, by mouse, arrows, a letter or a number: native radio buttons, which a form sends without a script, too. */
export function ChoiceGroup({ legend, name, options, chosen, error, hasKeys = true }: Props) {
  const numbered = options.filter(({ letter }) => letter === undefined);
  return (
    <fieldset
      data-numbered={numbered.length}
      aria-describedby={error ? `${name}-error` : undefined}
      className="grid min-w-0 gap-2"
    >
      <legend className="mb-2 font-semibold">{legend}</legend>
      {error && <FieldError id={name}>{error}</FieldError>}
      {options.map(({ value, label, group, letter }, index) => {
        const at = numbered.findIndex((one) => one.value === value);
        return (
          <div key={value} className="grid gap-2">
            {group && group !== options[index - 1]?.group && (
              <p className="pt-2 text-base text-ink-muted">{group}</p>
            )}
            <div className="option-card">
              <label>
                <input
                  type="radio"
                  name={name}
                  value={value}
                  defaultChecked={chosen === value}
                  data-choice={at < 0 ? letter : at}
                  className="size-6 shrink-0 accent-accent"
                />
                <span aria-hidden className="chosen-look" />
                <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
                {hasKeys && (
                  <kbd
                    aria-hidden
                    className="rounded-md border border-edge px-1.5 font-sans text-sm text-ink-muted pointer-coarse:hidden"
                  >
                    {letter?.toUpperCase() ?? keyOfChoice(at, numbered.length)}
                  </kbd>
                )}
              </label>
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

export type FieldsProps = {
  choices: Choices;
  words: QueueWords["form"];
  /** As it was begun, by the names of the fields. */
  begun?: Readonly<Record<string, string>> | undefined;
  missing?: MissingField | null | undefined;
  hasKeys?: boolean;
};

const decisionOptions = ({ accept, reasons }: Choices, words: QueueWords["form"]): Option[] => [
  { value: acceptValue, label: accept, letter: "a" },
  ...reasons.map(({ key, label, group }) => ({
    value: rejectValue(key),
    label,
    group: group ?? words.rejected,
  })),
];

type ChoiceName = Exclude<MissingField, "same">;

/** A choice of a step, as it was begun, and with what is missing of it. */
function drawChoice(
  { words, begun, missing, hasKeys }: FieldsProps,
  name: ChoiceName,
  legend: string,
  options: readonly Option[],
  ...also: MissingField[]
) {
  return (
    <ChoiceGroup
      hasKeys={hasKeys}
      legend={legend}
      name={name}
      options={options}
      chosen={begun?.[name]}
      error={missing && [name, ...also].includes(missing) ? words.missing[missing] : undefined}
    />
  );
}

/** Accept, or reject with a reason. */
export function DecisionFields(props: FieldsProps) {
  const { choices, words } = props;
  return drawChoice(props, "decision", words.decision, decisionOptions(choices, words));
}

/** Right or wrong; where it is wrong, how, and what would have been right. */
export function CheckFields(props: FieldsProps) {
  const { choices, words } = props;
  return (
    <div className="group/verdict grid gap-6">
      {drawChoice(props, "verdict", words.verdict, [
        { value: "right", label: words.right, letter: "a" },
        { value: "wrong", label: words.wrong, letter: "r" },
      ])}
      {/* By the style sheet: it is so without a script, too. */}
      <div className="hidden gap-6 group-has-[[value=wrong]:checked]/verdict:grid">
        {drawChoice(
          props,
          "errorType",
          words.errorType,
          choices.errorTypes.map(({ key, label }) => ({ value: key, label })),
        )}
        {drawChoice(
          props,
          "corrected",
          words.corrected,
          decisionOptions(choices, words).map(({ letter: _, ...option }) => option),
          "same",
        )}
      </div>
    </div>
  );
}

export function AuditFields(props: FieldsProps) {
  const { words } = props;
  return drawChoice(props, "agrees", words.audit, [
    { value: "yes", label: words.agrees, letter: "a" },
    { value: "no", label: words.disagrees, letter: "r" },
  ]);
}

type CommentProps = Pick<FieldsProps, "words" | "begun"> & { children?: ReactNode };

export const CommentField = ({ words, begun, children }: CommentProps) => (
  <div className="grid justify-items-start gap-2 *:first:justify-self-stretch">
    <TextAreaField
      label={words.comment}
      name="comment"
      rows={2}
      maxLength={maxInComment}
      defaultValue={begun?.comment}
      aria-keyshortcuts="C"
    />
    {children}
  </div>
);
