type KeyPress = Pick<KeyboardEvent, "key" | "code" | "shiftKey">;

const ofPlace = /^(?:Digit([1-9])|Key([A-Z]))$/;

/**
 * Which key it is: by what it writes, and by its place where a row of digits writes signs first, or where letters are
 * not Latin ones or go to an input method.
 */
export function readKey({ key, code, shiftKey }: KeyPress): string {
  if (key === "？") return "?";
  if (/^[1-9a-z?]$/i.test(key)) return key.toLowerCase();
  const [, digit, letter] = ofPlace.exec(code) ?? [];
  if (digit && !shiftKey) return digit;
  const isOther = key === "Process" || /^[^\p{ASCII}]$/u.test(key);
  return letter && isOther ? letter.toLowerCase() : key;
}
