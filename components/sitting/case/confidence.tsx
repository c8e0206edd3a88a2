import { ConfidenceSlider } from "#components/sitting/case/confidence-slider.tsx";
import type { MissingPart } from "#lib/task-kinds/kind.ts";
import { askingOf } from "#components/task-kinds/asking.ts";
import type { Given } from "#components/sitting/case/fields.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { Asked } from "#lib/sittings/answers/schema.ts";

export type ConfidenceProps = {
  shown: Pick<ShownCase, "names" | "language">;
  questions: Asked;
  answer: Given | null;
  words: Pick<SittingWords, "extra" | "optional" | "missing">;
  lacking: readonly MissingPart[];
};

const toPercent = (share: number) => Math.round(share * 100);

/** How sure one is, in the form that the study asks for. */
export function Confidence({
  shown: { names, language },
  questions,
  answer,
  words,
  lacking,
}: ConfidenceProps) {
  const asked = questions.confidence;
  const required = asked.ask === "required";
  const isGuided = asked.guided ?? false;
  const missing = lacking.includes("confidence") ? words.missing.confidence : undefined;
  if (asked.form === "slider")
    return (
      <ConfidenceSlider
        value={answer?.confidence == null ? null : toPercent(answer.confidence)}
        required={required}
        guessing={isGuided ? names.length : null}
        words={words}
        error={missing}
      />
    );
  const { EachConfidence } = askingOf(questions.kind);
  return (
    <EachConfidence
      names={names}
      language={language}
      value={answer}
      required={required}
      isGuided={isGuided}
      words={words}
      error={lacking.includes("probabilities") ? words.missing.probabilities : missing}
    />
  );
}
