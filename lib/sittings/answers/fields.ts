/** The names of a case's form: one place for who draws it and who reads it. */
export const answerFields = {
  choice: "choice",
  confidence: "confidence",
  probability: (option: number | "") => `probability-${option}`,
  reason: "reason",
  knowsWork: "knowsWork",
  flag: "flag",
  /** Told by the page, not by the person. */
  unfolded: "unfolded",
} as const;

/** Stands among the candidates, so that one or the other is chosen, with a script and without. */
export const cannotReadChoice = "unreadable";

/** What a script adds: without one, a case's time is not known. */
export const timeFields = {
  activeMs: "activeMs",
  firstAnswerMs: "firstAnswerMs",
  focusLosses: "focusLosses",
} as const;
