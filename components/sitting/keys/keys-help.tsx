import { areSingleKeysOn, switchSingleKeys } from "#components/sitting/keys/listen-to-keys.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";

/** How many there are to choose from by a number. */
export const countChoices = (form: HTMLFormElement, field: string): number =>
  [...form.querySelectorAll<HTMLInputElement>(`input[name^=${field}]`)].filter(({ value }) =>
    /^\d+$/.test(value),
  ).length;

type Props = { count: number; keys: SittingWords["keys"]; onClose: () => void };

export function KeysHelp({ count, keys, onClose }: Props) {
  const rows = [
    [[`1–${Math.min(9, count)}`], keys.choose],
    [["↑", "↓", "←", "→"], keys.arrows],
    [[keys.spaceBar], keys.space],
    [["Enter", "N"], keys.next],
    [["P"], keys.previous],
    [["U"], keys.unfold],
    [["?"], keys.help],
  ] as const;
  return (
    <div className="grid max-w-prose gap-4">
      <h2 className="text-xl font-semibold">{keys.title}</h2>
      <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-2">
        {rows.map(([pressed, meaning]) => (
          <div key={meaning} className="contents">
            <dt className="flex gap-1">
              {pressed.map((key) => (
                <kbd key={key} className="rounded-md border border-edge px-2 py-0.5 font-sans font-medium">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-muted">{keys.typing}</p>
      {/* No field of the case that the dialog stands in: Enter here must not go on. */}
      <CheckboxField
        form=""
        label={keys.single}
        hint={keys.singleHint}
        defaultChecked={areSingleKeysOn()}
        onChange={({ target }) => switchSingleKeys(target.checked)}
      />
      <button type="button" onClick={onClose} className={buttonClass()}>
        {keys.close}
      </button>
    </div>
  );
}
