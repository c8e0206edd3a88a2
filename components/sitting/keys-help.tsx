import type { SittingWords } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button.tsx";

type Props = { count: number; keys: SittingWords["keys"]; onClose: () => void };

export function KeysHelp({ count, keys, onClose }: Props) {
  const rows = [
    [`1–${Math.min(9, count)}`, keys.choose],
    ["Enter", keys.enter],
    ["← →", keys.arrows],
    ["?", keys.help],
  ] as const;
  return (
    <div className="grid gap-4">
      <h2 className="text-xl font-semibold">{keys.title}</h2>
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
      <p className="text-sm text-ink-muted">{keys.typing}</p>
      <button type="button" onClick={onClose} className={buttonClass()}>
        {keys.close}
      </button>
    </div>
  );
}
