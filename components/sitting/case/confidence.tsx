import { ConfidenceSlider } from "#components/sitting/case/confidence-slider.tsx";
import type { MissingPart, OwnValue } from "#lib/task-kinds/kind.ts";
import { askingOf } from "#components/task-kinds/asking.ts";
import type { Doubt, KindAsking } from "#components/task-kinds/kind.ts";
import type { AnswerContent } from "#lib/sittings/answers/answer-content.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { CaseQuestions } from "#lib/sittings/answers/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type ConfidenceProps = {
  shown: Pick<ShownCase, "names" | "language">;
  questions: CaseQuestions;
  answer: AnswerContent | null;
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

/** What one decided against one's own numbers, to be asked about now: once for each case and doubt. */
export function raiseDoubt(
  sittingId: string,
  position: number,
  { kind, confidence }: CaseQuestions,
  given: OwnValue,
): Doubt | null {
  const doubt = confidence.guided ? askingOf(kind).findDoubt(given) : null;
  return doubt && isFirstTime(`asked ${sittingId} ${position} ${doubt.key}`) ? doubt : null;
}

/** Also after the page was loaded anew. Where nothing is remembered, it would be asked again and again: never. */
function isFirstTime(item: string): boolean {
  try {
    if (sessionStorage.getItem(item)) return false;
    sessionStorage.setItem(item, "1");
    return true;
  } catch {
    return false;
  }
}

type DoubtProps = Parameters<KindAsking["DoubtQuestion"]>[0] & { kind: KindName };

export function DoubtQuestion({ kind, ...doubted }: DoubtProps) {
  const { DoubtQuestion: Question } = askingOf(kind);
  return <Question {...doubted} />;
}
