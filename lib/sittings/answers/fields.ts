/** The names of a case's form, beside those of its kind: one place for who draws it and who reads it. */
export const answerFields = {
  confidence: "confidence",
  reason: "reason",
  knowsWork: "knowsWork",
  flag: "flag",
  /** Told by the page, not by the person. */
  unfolded: "unfolded",
} as const;

/** Stands where one decides, so that one or the other is chosen, with a script and without. */
export const cannotReadChoice = "unreadable";

/** What a script adds: without one, a case's time is not known. */
export const timeFields = {
  activeMs: "activeMs",
  firstAnswerMs: "firstAnswerMs",
  focusLosses: "focusLosses",
} as const;
