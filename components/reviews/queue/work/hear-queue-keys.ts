import { findKey, type KeyAction } from "#components/reviews/queue/work/find-key.ts";
import { areSingleKeysOn } from "#components/sitting/keys/hear-keys.ts";
import { readKey } from "#components/sitting/keys/read-key.ts";

type Hearing = {
  form: () => HTMLFormElement | null;
  onHelp: () => void;
  onGuidance: () => void;
  /** What was chosen by a key, or the first of two digits. */
  onTold: (told: { chosen: string } | { waiting: string }) => void;
};

const writing = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

/** Where a number chooses: the group with the focus, else the first of which nothing is chosen, else the last. */
function findGroup(form: HTMLFormElement, target: Element): HTMLElement | null {
  const groups = [...form.querySelectorAll<HTMLElement>("[data-numbered]")].filter(
    (group) => group.dataset["numbered"] !== "0" && group.checkVisibility(),
  );
  const open = groups.find((group) => !group.querySelector(":checked"));
  return groups.find((group) => group.contains(target)) ?? open ?? groups.at(-1) ?? null;
}

const pressable = "a, button, summary";

/** Among choices the focus goes along. From what Enter would press it goes away, since Enter is to send now. */
function choose(input: HTMLInputElement | null | undefined, target: Element): string | null {
  input?.click();
  if (target.matches("[data-choice]")) input?.focus({ preventScroll: true });
  if (target.matches(pressable))
    document.querySelector<HTMLElement>("[data-item]")?.focus({ preventScroll: true });
  return input?.closest("label")?.querySelector("span:not([aria-hidden])")?.textContent ?? null;
}

/** The keys of the item in front of somebody, until the signal. They press what is there for everybody. */
export function hearQueueKeys(hearing: Hearing, signal: AbortSignal): void {
  let waiting = "";

  function act(action: KeyAction, form: HTMLFormElement, target: Element): void {
    const group = findGroup(form, target);
    waiting = action.act === "wait" ? action.digits : "";
    if (action.act === "wait") hearing.onTold({ waiting });
    if (action.act === "choose")
      tell(choose(group?.querySelector(`[data-choice="${action.index}"]`), target));
    if (action.act === "accept") tell(choose(form.querySelector(`[data-choice="a"]`), target));
    if (action.act === "reject") reject(form, target, group);
    if (action.act === "comment") form.querySelector("textarea")?.focus();
    if (action.act === "send") form.requestSubmit();
    if (action.act === "help") hearing.onHelp();
    if (action.act === "guidance") hearing.onGuidance();
  }
  const tell = (chosen: string | null) => chosen !== null && hearing.onTold({ chosen });

  /** Where rejecting needs a reason, the way to the reasons. */
  function reject(form: HTMLFormElement, target: Element, group: HTMLElement | null): void {
    const whole = form.querySelector<HTMLInputElement>(`[data-choice="r"]`);
    if (whole) return void tell(choose(whole, target));
    const first = group?.querySelector<HTMLElement>(`[data-choice="0"]`);
    first?.focus();
    first?.scrollIntoView({ block: "nearest" });
  }

  function pressed(event: KeyboardEvent): void {
    const { target } = event;
    const form = hearing.form();
    if (!form || event.altKey || event.isComposing || event.repeat || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || !(target instanceof Element)) return;
    const isSent = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (isSent && form.contains(target)) return void form.requestSubmit();
    if (event.ctrlKey || event.metaKey || target.matches(writing)) return;
    const key = readKey(event);
    // Whatever can be pressed is pressed by Enter, as everywhere.
    if (key === "Enter" && target.matches(pressable)) return;
    if (key !== "Enter" && !areSingleKeysOn()) return;
    const count = Number(findGroup(form, target)?.dataset["numbered"] ?? 0);
    const action = findKey(key, waiting, count);
    if (!action) return;
    if (action.act !== "forget") event.preventDefault();
    act(action, form, target);
  }
  document.addEventListener("keydown", pressed, { signal });
}
