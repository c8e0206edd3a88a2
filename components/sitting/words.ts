import type { AppConfig } from "next-intl";

/** What the screens of a sitting say. Handed in as it is, so that no page needs a translator in the browser. */
export type SittingWords = AppConfig["Messages"]["sitting"];

/** Puts values into the places that a message names in braces. */
export const fill = (message: string, values: Readonly<Record<string, string | number>>): string =>
  message.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** What stands behind a question that may stay unanswered. */
export const optionalMark = ({ optional }: Pick<SittingWords, "optional">): string =>
  optional.replace("{label}", "");

/** What went wrong; what nobody expected has words of its own. */
export function refusalOf(error: string, { errors }: Pick<SittingWords["own"], "errors">): string {
  return Object.hasOwn(errors, error) ? errors[error as keyof typeof errors] : errors.other;
}
