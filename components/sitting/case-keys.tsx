"use client";

import { useEffect, useRef, useState } from "react";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button.tsx";

type Props = {
  names: readonly string[];
  words: Pick<SittingWords, "keys">;
};

const writing = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

/** The keys of the form it stands in. They press what is there for everybody; without a script nothing is missing. */
export function CaseKeys({ names, words: { keys } }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isShown, setIsShown] = useState(false);
  const [chosen, setChosen] = useState("");

  useEffect(() => {
    if (isShown) dialog.current?.showModal();
  }, [isShown]);

  useEffect(() => {
    const form = dialog.current?.closest("form");
    if (!form) return;
    function pressed(event: KeyboardEvent): void {
      const { target, key } = event;
      // A key held down would run through the cases.
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
      if (event.defaultPrevented || dialog.current?.open) return;
      if (!(target instanceof Element) || target.matches(writing)) return;
      if (key === "?") {
        event.preventDefault();
        setIsShown(true);
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
  }, [names, keys]);

  const rows = [
    [`1–${Math.min(9, names.length)}`, keys.choose],
    ["Enter", keys.enter],
    ["← →", keys.arrows],
    ["?", keys.help],
  ] as const;
  return (
    <>
      <p role="status" className="sr-only">
        {chosen}
      </p>
      <button
        type="button"
        onClick={() => setIsShown(true)}
        className={`${buttonClass({ variant: "quiet" })} pointer-coarse:hidden`}
      >
        {keys.title}
      </button>
      <dialog
        ref={dialog}
        aria-label={keys.title}
        onClose={() => setIsShown(false)}
        className="m-auto max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised p-6 text-ink shadow-float backdrop:bg-scrim"
      >
        {isShown && (
          <div className="grid gap-4">
            <h2 className="text-xl font-semibold">{keys.title}</h2>
            <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-2">
              {rows.map(([key, meaning]) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd className="rounded-md border border-edge px-2 py-0.5 font-sans font-medium">
                      {key}
                    </kbd>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
            <p className="text-sm text-ink-muted">{keys.typing}</p>
            <button type="button" onClick={() => dialog.current?.close()} className={buttonClass()}>
              {keys.close}
            </button>
          </div>
        )}
      </dialog>
    </>
  );
}
