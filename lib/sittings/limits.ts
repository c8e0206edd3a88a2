// What the pages of a sitting have to know too, apart from the schemas, which weigh too much for them.

export const maxReason = 10_000;
export const maxBackgroundText = 2000;

/** Null characters, and halves of a character that no database takes: a keyboard has none, a clipboard may. */
const unstorable = /[\0\p{Surrogate}]/gu;
export const takeOutUnstorable = (text: string): string => text.replace(unstorable, "");
