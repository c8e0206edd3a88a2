import { documentLanguage } from "#components/shell/error-words.ts";
import { awayCode, awayDigest, awayWords } from "#lib/i18n/away-words.ts";

/** Whether an error, as it reached the browser, says no more than that the database could not be asked. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.message === awayCode || ("digest" in error && error.digest === awayDigest);
}

export const wordsWhileAway = () => awayWords[documentLanguage()];
