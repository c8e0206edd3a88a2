import { useEffect, useRef, type ComponentProps } from "react";
import type { ContraryChoice } from "#components/task-kinds/options/contrary.ts";
import type { KindAsking } from "#components/task-kinds/kind.ts";
import { fill } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { Callout } from "#components/ui/callout.tsx";

type Props = ComponentProps<KindAsking<ContraryChoice>["DoubtQuestion"]>;

/** Whether a choice against one's own probabilities is meant: going on keeps it. */
export function ContraryQuestion({ doubt, names, words, onChange }: Props) {
  const { chosen, likelier, shares } = doubt;
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
