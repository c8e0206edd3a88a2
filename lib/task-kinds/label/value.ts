import type { OptionValue } from "#lib/task-kinds/options/value.ts";

/** One label, and where its set asks for it, of which type the error is: by its place in the set. */
export type LabelValue = OptionValue & { error?: number | null };

/** Here and not beside the sets: what a page knows of forms is not to bring their schemas. */
export const mostErrorTypes = 9;
export const errorField = "error";
