"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button.tsx";

type Props = {
  names: readonly string[];
  isOn: boolean;
  keys: SittingWords["keys"];
};

const writing = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

type Help = typeof import("#components/sitting/keys-help.tsx");
/** Rarely asked for: the cases come first. */
export const fetchHelp = (): Promise<Help> => import("#components/sitting/keys-help.tsx");

/** The keys of the form it stands in. They press what is there for everybody; without a script nothing is missing. */
export function CaseKeys({ names, isOn, keys }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [help, setHelp] = useState<Help | null>(null);
  const [chosen, setChosen] = useState("");

  const show = useCallback(() => void fetchHelp().then(setHelp, () => undefined), []);

  useEffect(() => {
    if (help) dialog.current?.showModal();
  }, [help]);

  useEffect(() => {
    const form = dialog.current?.closest("form");
    if (!form || !isOn) return;
    function pressed(event: KeyboardEvent): void {
      const { target, key } = event;
      // A key held down would run through the cases.
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
      if (event.defaultPrevented || dialog.current?.open) return;
      if (!(target instanceof Element) || target.matches(writing)) return;
      if (key === "?") {
        event.preventDefault();
        show();
        return;
      }
      const radio = /^[1-9]$/.test(key) ? findRadio(Number(key) - 1) : null;
      if (radio) {
        event.preventDefault();
        radio.click();
        setChosen(fill(keys.chosen, { name: names[Number(key) - 1] ?? "" }));
        return;
      }
      const button = findButton(key, target);
      if (!button) return;
      event.preventDefault();
      button.click();
    }
    const findRadio = (option: number) =>
      form.querySelector<HTMLInputElement>(`input[name=choice][value="${option}"]`);
    const press = (go: string) => form.querySelector<HTMLButtonElement>(`button[value=${go}]:not([hidden])`);

    /** On a radio button the arrows choose, on whatever can be pressed Enter presses it: as everywhere. */
    function findButton(key: string, target: Element): HTMLButtonElement | null {
      const onControl = target.matches("a, button, summary");
      if (key === "Enter") return onControl ? null : press("next");
      if (target.matches("input")) return null;
      if (key === "ArrowRight") return press("next");
      return key === "ArrowLeft" ? press("previous") : null;
    }
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [names, isOn, keys, show]);

  return (
    <>
      <p role="status" className="sr-only">
        {chosen}
      </p>
      <button
        type="button"
        onClick={show}
        className={`${buttonClass({ variant: "quiet" })} pointer-coarse:hidden`}
      >
        {keys.title}
      </button>
      <dialog
        ref={dialog}
        aria-label={keys.title}
        onClose={() => setHelp(null)}
        className="m-auto max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised p-6 text-ink shadow-float backdrop:bg-scrim"
      >
        {help && <help.KeysHelp count={names.length} keys={keys} onClose={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}
