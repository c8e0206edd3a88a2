import { ConfidenceSlider } from "#components/sitting/case/confidence-slider.tsx";
import type { Lacking } from "#components/sitting/case/extra-questions.tsx";
import { ProbabilityFields } from "#components/sitting/case/probability-fields.tsx";
import type { Given } from "#components/sitting/case/fields.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { Questions } from "#lib/studies/schema.ts";

export type ConfidenceProps = {
  shown: Pick<ShownCase, "names" | "language">;
  asked: Questions["confidence"];
  answer: Given | null;
  words: Pick<SittingWords, "extra" | "optional" | "missing">;
  lacking: readonly Lacking[];
};

const toPercent = (share: number) => Math.round(share * 100);
/** NaN stands for a field that is still empty. */
const toNumber = (share: number) => (Number.isNaN(share) ? "" : String(toPercent(share)));

/** How sure one is, in the form that the study asks for. */
export function Confidence({ shown: { names, language }, asked, answer, words, lacking }: ConfidenceProps) {
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
  return (
    <ProbabilityFields
      names={names}
      language={language}
      values={(answer?.probabilities ?? []).map(toNumber)}
      required={required}
      isGuided={isGuided}
      words={words}
      error={lacking.includes("probabilities") ? words.missing.probabilities : missing}
    />
  );
}
