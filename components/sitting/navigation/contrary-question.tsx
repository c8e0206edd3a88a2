import { useEffect, useRef } from "react";
import type { Contrary } from "#components/sitting/navigation/contrary.ts";
import type { RoomWords } from "#components/sitting/page/page-words.ts";
import { fill } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";

type Props = {
  contrary: Contrary;
  names: readonly string[];
  words: RoomWords["room"]["contrary"];
  onChange: () => void;
};

/** Whether a choice against one's own probabilities is meant: going on keeps it. */
export function ContraryQuestion({ contrary, names, words, onChange }: Props) {
  const { chosen, likelier, shares } = contrary;
  const place = useRef<HTMLDivElement>(null);
  const percent = (option: number) => Math.round((shares[option] ?? 0) * 100);
  const values = {
    chosen: names[chosen] ?? "",
    likelier: names[likelier] ?? "",
    ofChosen: percent(chosen),
    ofLikelier: percent(likelier),
  };
  useEffect(() => place.current?.focus(), []);
  return (
    <div
      ref={place}
      role="group"
      aria-label={fill(words.title, values)}
      tabIndex={-1}
      className="scroll-mt-16"
    >
      <Callout title={fill(words.title, values)}>
        <p>{fill(words.body, values)}</p>
        <div className="flex flex-wrap gap-3 pt-3">
          <button name="go" value="next" className={buttonClass()}>
            {words.keep}
          </button>
          <button type="button" onClick={onChange} className={buttonClass({ variant: "quiet" })}>
            {words.change}
          </button>
        </div>
      </Callout>
    </div>
  );
}
