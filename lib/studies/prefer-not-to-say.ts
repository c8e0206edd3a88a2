/** Stands for an answer that somebody would rather not give; no option can have it as its value. */
export const preferNotToSay = "prefer_not_to_say";

/** The box beside a field that can't hold the word itself. No question's key has a dot. */
export const unsaidField = (key: string): string => `${key}.unsaid`;
