"use client";

import { useEffect, useRef, useState } from "react";
import type { keysAtWork } from "#components/sitting/keys/keys-at-work.ts";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button.tsx";

type Props = {
  names: readonly string[];
  isOn: boolean;
  keys: SittingWords["keys"];
};

type AtWork = typeof keysAtWork;
/** Once fetched it is there for every case that is drawn later, from its first key on. */
let fetched: AtWork | null = null;
const fetchKeys = () =>
  import("#components/sitting/keys/keys-at-work.ts").then((it) => (fetched = it.keysAtWork));

/** The keys of the form it stands in; without a script nothing is missing. */
export function CaseKeys({ names, isOn, keys }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [atWork, setAtWork] = useState(fetched);
  const [isShown, setIsShown] = useState(false);
  const [chosen, setChosen] = useState("");

  useEffect(() => {
    if (!fetched) void fetchKeys().then(setAtWork, () => undefined);
  }, []);

  function show(): void {
    setIsShown(true);
    if (!atWork) fetchKeys().then(setAtWork, () => setIsShown(false));
  }

  useEffect(() => {
    if (isShown && atWork) dialog.current?.showModal();
  }, [isShown, atWork]);

  useEffect(() => {
    const form = dialog.current?.closest("form");
    if (!form || !isOn) return;
    return atWork?.hearKeys({
      form,
      onHelp: () => setIsShown(true),
      onChoice: (option) => setChosen(fill(keys.chosen, { name: names[option] ?? "" })),
    });
  }, [names, isOn, keys, atWork]);

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
        onClose={() => setIsShown(false)}
        className="m-auto max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-raised p-6 text-ink shadow-float backdrop:bg-scrim"
      >
        {isShown && atWork && (
          <atWork.KeysHelp count={names.length} keys={keys} onClose={() => dialog.current?.close()} />
        )}
      </dialog>
    </>
  );
}
