import { readItem, writeItem } from "#components/sitting/device/local-storage.ts";

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

const singleKeysItem = "benchside-single-keys";

/** Who speaks to their computer, or hits keys by chance, can switch off all that one character alone does. */
export const areSingleKeysOn = (): boolean => readItem(singleKeysItem) !== "off";
export const switchSingleKeys = (isOn: boolean): void => writeItem(singleKeysItem, isOn ? null : "off");

type KeyHandlers = {
  form: HTMLFormElement;
  /** How the names of the fields begin with which one decides: their radio buttons and boxes are numbered from 0, and -1 has the key 0. */
  field: string;
  onHelp: () => void;
  onChoice: (option: number, radio: HTMLElement) => void;
};

const writing = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

const rows = "[data-row]";

/** The one that the focus is in; else the first without an answer, where there are any. */
function findRow(form: HTMLFormElement, target: Element): HTMLElement | null {
  const all = [...form.querySelectorAll<HTMLElement>(rows)];
  const open = all.find((row) => !row.querySelector(":checked"));
  return all.find((row) => row.contains(target)) ?? open ?? all[0] ?? null;
}

/** What Tab would come to in a row. */
const radioOf = (row: Element | null): HTMLElement | null =>
  row?.matches(rows)
    ? (row.querySelector<HTMLElement>(":checked") ?? row.querySelector<HTMLElement>("input"))
    : null;

/** From row to row, where a browser's own arrows would change what was chosen in the one. */
function findStep(form: HTMLFormElement, key: string, target: Element): (() => void) | null {
  const row = form.contains(target) && (key === "ArrowUp" || key === "ArrowDown") && target.closest(rows);
  if (!row) return null;
  const other = radioOf(key === "ArrowUp" ? row.previousElementSibling : row.nextElementSibling);
  return () => other?.focus();
}

/**
 * The keys of one case. They press what is there for everybody; none both chooses and moves. Arrows, Tab and the space
 * bar are the browser's.
 */
export function listenToKeys({ form, field, onHelp, onChoice }: KeyHandlers): () => void {
  const aChoice = `input[name^=${field}]`;
  const find = <T extends HTMLElement>(what: string) => form.querySelector<T>(what);
  const going = (go: string) => find(`button[value=${go}]:not([hidden], :disabled)`);

  /** What a key does here; null where it does nothing. */
  function findAction(key: string, target: Element): (() => void) | null {
    // Whatever can be pressed is pressed by Enter, as everywhere.
    if (key === "Enter" && target.matches("a, button, summary")) return null;
    if (key !== "Enter" && !areSingleKeysOn()) return null;
    if (key === "?") return onHelp;
    if (/^\d$/.test(key)) return choosing(Number(key) - 1, target);
    if (key === "u") return unfolding();
    const control = key === "p" ? going("previous") : ["Enter", "n"].includes(key) ? going("next") : null;
    return control && (() => control.click());
  }

  /** Where there is room for whole profiles there is nothing to unfold. */
  function unfolding(): (() => void) | null {
    const control = find("[data-profiles] > summary");
    return control?.getClientRects().length ? () => control.click() : null;
  }

  function choosing(option: number, target: Element): (() => void) | null {
    const row = findRow(form, target);
    if (row) return choosingIn(row, option);
    const radio = find(`${aChoice}[value="${option}"]`);
    if (!radio) return null;
    return () => {
      // Among the candidates the arrows go on from what is chosen. Elsewhere they go on scrolling.
      if (target.matches(aChoice)) radio.focus({ preventScroll: true });
      radio.click();
      onChoice(option, radio);
    };
  }

  /** Of several things that are asked one below the other the next one follows. */
  function choosingIn(row: HTMLElement, option: number): (() => void) | null {
    const radio = row.querySelector<HTMLElement>(`input[value="${option}"]`);
    if (!radio) return null;
    return () => {
      radio.click();
      onChoice(option, radio);
      (radioOf(row.nextElementSibling) ?? radio).focus();
    };
  }

  function pressed(event: KeyboardEvent): void {
    const { target } = event;
    // A key held down would run through the cases.
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (!(target instanceof Element) || target.matches(writing)) return;
    const action = findStep(form, event.key, target) ?? findAction(readKey(event), target);
    if (!action) return;
    event.preventDefault();
    action();
  }
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
