import { useId } from "react";
import { Confidence } from "#components/sitting/page/later-parts.ts";
import type { Given } from "#lib/sittings/answers/given.ts";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FieldError } from "#components/ui/fields/field.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { answerFields } from "#lib/sittings/answers/fields.ts";
import type { Asked } from "#lib/sittings/answers/schema.ts";
import type { MissingPart } from "#lib/task-kinds/kind.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

type Props = {
  shown: Pick<ShownCase, "names" | "language">;
  questions: Asked;
  answer: Given | null;
  /** Counted up where the answer became another one than what stands there. */
  version: number;
  words: Pick<SittingWords, "extra" | "optional" | "missing">;
  /** What was found when one wanted to go on. */
  lacking: readonly MissingPart[];
};

/** What the study asks besides the choice, as far as it does. */
export function ExtraQuestions({ shown, questions, answer, version, words, lacking }: Props) {
  const titleId = useId();
  const { confidence, reason, knowsWork, mayGoBack } = questions;
  // Where one can't come back there is nothing to mark for it.
  const flag = mayGoBack ? questions.flag : "off";
  const { extra, missing, optional } = words;
  if ([confidence.ask, reason, knowsWork, flag].every((need) => need === "off")) return null;
  const errorOf = (part: MissingPart) => (lacking.includes(part) ? missing[part] : undefined);
  const label = (text: string, isOptional: boolean) => (isOptional ? fill(optional, { label: text }) : text);
  return (
    <section aria-labelledby={titleId} className="grid gap-6 border-t border-line pt-6">
      <h2 id={titleId} className="sr-only">
        {extra.title}
      </h2>
      {confidence.ask !== "off" && (
        <Confidence
          key={version}
          shown={shown}
          questions={questions}
          answer={answer}
          words={words}
          lacking={lacking}
        />
      )}
      {reason !== "off" && (
        <div className="max-w-2xl">
          <TextAreaField
            name={answerFields.reason}
            label={label(extra.reason, reason === "optional")}
            hint={extra.reasonHint}
            error={lacking.includes("tooLong") ? missing.tooLong : errorOf("reason")}
            defaultValue={answer?.reason ?? ""}
            rows={3}
          />
          {/* Filled by watchReason. */}
          <p data-reason-seen aria-hidden className="mt-1.5 text-sm text-ink-muted empty:hidden" />
          <p data-reason-heard role="status" className="sr-only" />
        </div>
      )}
      {knowsWork !== "off" && (
        <KnowsWork
          legend={label(extra.knowsWork, knowsWork === "optional")}
          words={extra}
          value={answer?.knowsWork ?? null}
          error={errorOf("knowsWork")}
        />
      )}
      {flag !== "off" && (
        <CheckboxField
          name={answerFields.flag}
          label={extra.flag}
          defaultChecked={answer?.isFlagged ?? false}
        />
      )}
    </section>
  );
}

type KnowsProps = { legend: string; words: SittingWords["extra"]; value: boolean | null; error?: string };

function KnowsWork({ legend, words, value, error }: KnowsProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-1" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-medium">{legend}</legend>
      <div className="flex gap-8">
        {(["yes", "no"] as const).map((said) => (
          <label key={said} className="target flex items-center gap-3">
            <input
              type="radio"
              name={answerFields.knowsWork}
              value={said}
              defaultChecked={value === (said === "yes")}
              className="size-6 accent-accent"
            />
            {words[said]}
          </label>
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
