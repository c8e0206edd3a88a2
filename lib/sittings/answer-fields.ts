/** The names of a case's form: one place for who draws it and who reads it. */
export const answerFields = {
  choice: "choice",
  confidence: "confidence",
  probability: (option: number | "") => `probability-${option}`,
  reason: "reason",
  knowsWork: "knowsWork",
  flag: "flag",
  cannotRead: "cannotRead",
  /** Told by the page, not by the person. */
  unfolded: "unfolded",
} as const;

/** What a script adds: without one, a case's time is not known. */
export const timeFields = {
  activeMs: "activeMs",
  firstAnswerMs: "firstAnswerMs",
  focusLosses: "focusLosses",
} as const;
