import { areSingleKeysOn, switchSingleKeys } from "#components/sitting/keys/hear-keys.ts";
import type { QueueWords } from "#components/reviews/queue/words.ts";
import type { QueueStep } from "#lib/reviews/queue/schema.ts";
import { readingKeys } from "#components/reading/long/use-reading-keys.ts";
import type { ReaderWords } from "#components/reading/words.ts";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";

type Props = {
  step: QueueStep;
  /** How many reasons can be chosen by a number. */
  count: number;
  words: QueueWords["keys"];
  /** Of long texts, which have keys of their own. */
  reader: ReaderWords["keys"] | null;
};

export function KeysHelp({ step, count, words, reader }: Props) {
  const digits = count > 9 ? `01–${count}` : `1–${count}`;
  const rows: readonly (readonly [string, string])[] = [
    ["A", words.accept[step]],
    ["R", words.reject[step]],
    ...(step === "audit" ? [] : [[digits, words.digits[step]] as const]),
    ["C", words.comment],
    ["Enter", words.send],
    ["Ctrl + Enter", words.sendWriting],
    ["G", words.guidance],
    ["?", words.help],
    ...(reader ? readingKeys.map(({ key, action }) => [key, reader[action]] as const) : []),
  ];
  return (
    <div className="grid max-w-prose gap-4">
      <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-2">
        {rows.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-md border border-edge px-2 py-0.5 font-sans font-medium">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-muted">{words.typing}</p>
      <CheckboxField
        label={words.single}
        hint={words.singleHint}
        defaultChecked={areSingleKeysOn()}
        onChange={({ target }) => switchSingleKeys(target.checked)}
      />
    </div>
  );
}
