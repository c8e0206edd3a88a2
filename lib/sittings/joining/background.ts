import { fail, succeed, type Result } from "#lib/result.ts";
import type { BackgroundAnswers } from "#lib/sittings/schema.ts";
import { preferNotToSay, unsaidField, type BackgroundQuestion, type Questions } from "#lib/studies/schema.ts";

/** What is stored of it: answers to the study's questions and nothing else. The fields name what is wrong. */
export function checkBackground(
  { background: questions, preferNotToSay: mayBeUnsaid }: Pick<Questions, "background" | "preferNotToSay">,
  given: BackgroundAnswers,
): Result<BackgroundAnswers, "invalid"> {
  const kept: BackgroundAnswers = {};
  const wrong: Record<string, string> = {};
  for (const question of questions) {
    const { key } = question;
    // "constructor" is a name like any other.
    const answer = Object.hasOwn(given, key) ? given[key] : undefined;
    // Whoever ticks it after typing something wants what they typed forgotten.
    if (mayBeUnsaid && (answer === preferNotToSay || Object.hasOwn(given, unsaidField(key)))) {
      kept[key] = preferNotToSay;
      continue;
    }
    if (answer === undefined || answer === "") {
      if (question.need === "required") wrong[key] = "empty";
      continue;
    }
    const value = question.kind === "number" ? readNumber(answer) : String(answer);
    if (!fits(question, value)) wrong[key] = question.kind === "number" ? "wrong_number" : "unknown_option";
    else kept[key] = value;
  }
  const fields = questions.flatMap(({ key }) => (mayBeUnsaid ? [key, unsaidField(key)] : [key]));
  const unasked = Object.keys(given).filter((key) => !fields.includes(key));
  for (const key of unasked) wrong[key] = "not_asked";
  return Object.keys(wrong).length > 0 ? fail("invalid", wrong) : succeed(kept);
}

const readNumber = (given: string | number) => (String(given).trim() === "" ? NaN : Number(given));

function fits({ kind, options }: BackgroundQuestion, value: string | number): boolean {
  if (kind === "number") return Number.isFinite(value);
  return kind === "text" || options.some((option) => option.value === value);
}
