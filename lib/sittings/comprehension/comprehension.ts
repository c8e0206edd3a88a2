import { fail, succeed, type Result } from "#lib/result.ts";
import { hasFailed, type ComprehensionTry } from "#lib/sittings/schema.ts";
import type { ComprehensionQuestion, Design } from "#lib/studies/schema.ts";

/** Where one stands with the questions after the instructions; "failed" goes no further. */
export type ComprehensionState = "not_asked" | "open" | "passed" | "recorded" | "failed";

type Plan = { questions: Pick<Design["questions"], "comprehension">; rules: Design["rules"] };

export function judgeUnderstanding(
  { questions, rules }: Plan,
  tries: readonly ComprehensionTry[],
): ComprehensionState {
  if (!questions.comprehension?.length) return "not_asked";
  if (tries.at(-1)?.wrong.length === 0) return "passed";
  if (!hasFailed(tries)) return "open";
  return rules.comprehension === "exclude" ? "failed" : "recorded";
}

/** Whether the cases are open to somebody. */
export const mayAnswer = (understanding: ComprehensionState): boolean =>
  understanding !== "open" && understanding !== "failed";

/** What was chosen, and which questions that was wrong for. The fields name what lacks an answer. */
export function checkComprehension(
  questions: readonly ComprehensionQuestion[],
  given: Readonly<Record<string, string>>,
): Result<Pick<ComprehensionTry, "answers" | "wrong">, "invalid"> {
  const answers: Record<string, string> = {};
  const lacking: Record<string, string> = {};
  for (const { key, options } of questions) {
    const chosen = Object.hasOwn(given, key) ? given[key] : undefined;
    if (chosen !== undefined && options.some(({ value }) => value === chosen)) answers[key] = chosen;
    else lacking[key] = "empty";
  }
  if (Object.keys(lacking).length > 0) return fail("invalid", lacking);
  const wrong = questions.filter(({ key, right }) => answers[key] !== right).map(({ key }) => key);
  return succeed({ answers, wrong });
}

/** As a participant is asked: which option is right stays here. */
export type PublicQuestion = Pick<ComprehensionQuestion, "key" | "label" | "options">;
export const withoutRight = (questions: readonly ComprehensionQuestion[]): PublicQuestion[] =>
  questions.map(({ key, label, options }) => ({ key, label, options }));
