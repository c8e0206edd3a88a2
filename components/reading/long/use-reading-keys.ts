import { useEffect, useEffectEvent } from "react";
import { areSingleKeysOn, readKey } from "#components/sitting/keys/listen-to-keys.ts";

export type ReadingAction =
  | "nextTurn"
  | "previousTurn"
  | "nextOfSpeaker"
  | "previousOfSpeaker"
  | "find"
  | "nextFound"
  | "previousFound"
  | "mark"
  | "nextMark"
  | "previousMark";

/** Every key that reading has, as it is shown. Those that decide (digits, A, R) belong to whoever asks. */
export const readingKeys: readonly { key: string; action: ReadingAction }[] = [
  { key: "j", action: "nextTurn" },
  { key: "k", action: "previousTurn" },
  { key: "s", action: "nextOfSpeaker" },
  { key: "S", action: "previousOfSpeaker" },
  { key: "/", action: "find" },
  { key: "n", action: "nextFound" },
  { key: "p", action: "previousFound" },
  { key: "m", action: "mark" },
  { key: "]", action: "nextMark" },
  { key: "[", action: "previousMark" },
];

const writing = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

const findAction = (event: KeyboardEvent): ReadingAction | undefined => {
  const read = readKey(event);
  const key = read === "s" && event.shiftKey ? "S" : read;
  return readingKeys.find((one) => one.key === key)?.action;
};

/** Not while somebody writes, in a dialog, or with keys of one character switched off. */
export function useReadingKeys(onAction: (action: ReadingAction) => void): void {
  const act = useEffectEvent(onAction);
  useEffect(() => {
    function pressed(event: KeyboardEvent): void {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
        return;
      if (document.querySelector("dialog[open]") || !areSingleKeysOn()) return;
      if (!(target instanceof Element) || target.matches(writing)) return;
      const action = findAction(event);
      if (!action) return;
      event.preventDefault();
      act(action);
    }
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}
