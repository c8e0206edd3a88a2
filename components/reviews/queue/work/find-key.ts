export type KeyAction =
  | { act: "accept" | "reject" | "send" | "help" | "guidance" | "comment" | "forget" }
  | { act: "choose"; index: number }
  | { act: "wait"; digits: string };

const letters: Readonly<Record<string, KeyAction>> = {
  a: { act: "accept" },
  r: { act: "reject" },
  g: { act: "guidance" },
  c: { act: "comment" },
  "?": { act: "help" },
  Enter: { act: "send" },
  Escape: { act: "forget" },
};

/** What is pressed for one of so many: its digit, or, where there are more than nine, its two digits. */
export const keyOfChoice = (index: number, count: number): string =>
  String(index + 1).padStart(count > 9 ? 2 : 1, "0");

/** What a key does, `waiting` being the first of two digits. */
export function findKey(key: string, waiting: string, count: number): KeyAction | null {
  if (!/^\d$/.test(key)) return letters[key] ?? null;
  const digits = waiting + key;
  if (count > 9 && digits.length < 2) return { act: "wait", digits };
  const index = Number(digits) - 1;
  return index >= 0 && index < count ? { act: "choose", index } : { act: "forget" };
}
