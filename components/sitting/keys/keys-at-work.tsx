import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { fetchKeysHelp } from "#components/sitting/page/later-parts.ts";
import { afterPaint } from "#components/sitting/navigation/deferred-work.ts";
import { listenToKeys } from "#components/sitting/keys/listen-to-keys.ts";
import { fill, type SittingWords } from "#components/sitting/words.ts";

type Props = {
  names: readonly string[];
  field: string;
  isOn: boolean;
  keys: SittingWords["keys"];
  isShown: boolean;
  onShown: (isShown: boolean) => void;
};

type Help = typeof import("#components/sitting/keys/keys-help.tsx");

/** Hears the keys of the form it stands in, tells what they chose, and shows what they are. */
export function KeysAtWork({ names, field, isOn, keys, isShown, onShown }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState("");

  const [help, setHelp] = useState<Help | null>(null);
  const [count, setCount] = useState(names.length);

  useEffect(() => {
    // Rarely asked for: it comes when it is.
    if (isShown) fetchKeysHelp().then(setHelp, () => onShown(false));
  }, [isShown, onShown]);

  useEffect(() => {
    if (!isShown || !help) return;
    const form = dialog.current?.closest("form");
    if (form) setCount(help.countChoices(form, field));
    dialog.current?.showModal();
    // Otherwise the first key pressed there would be for the switch.
    dialog.current?.querySelector("button")?.focus();
  }, [isShown, help, field]);

  // Heard from when they are drawn on: a key that comes before the next task is not lost.
  useLayoutEffect(() => {
    const form = dialog.current?.closest("form");
    if (!form || !isOn) return;
    return listenToKeys({
      form,
      field,
      onHelp: () => onShown(true),
      // Heard a moment later: the paint comes first.
      onChoice: (option, { dataset }) =>
        afterPaint(() => setChosen(fill(keys.chosen, { name: dataset["said"] ?? names[option] ?? "" }))),
    });
  }, [names, field, isOn, keys, onShown]);

  return (
    <>
      <p role="status" className="sr-only">
        {chosen}
      </p>
      <dialog ref={dialog} aria-label={keys.title} onClose={() => onShown(false)} className="small-dialog">
        {isShown && help && (
          <help.KeysHelp count={count} keys={keys} onClose={() => dialog.current?.close()} />
        )}
      </dialog>
    </>
  );
}
