import type { SittingWords } from "#components/sitting/words.ts";

/** What went wrong, in words; what nobody expected has words of its own. */
export function refusalOf(error: string, { errors }: SittingWords["own"]): string {
  return Object.hasOwn(errors, error) ? errors[error as keyof typeof errors] : errors.other;
}
