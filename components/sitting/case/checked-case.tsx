import clsx from "clsx";
import type { ComponentProps } from "react";
import { CaseKeys } from "#components/sitting/keys/case-keys.tsx";
import { CaseFooter, onwardWidth } from "#components/sitting/page/case-controls.tsx";
import type { SittingWords } from "#components/sitting/words.ts";
import { feedbackOf } from "#components/task-kinds/feedback.ts";
import { Reading } from "#components/task-kinds/registry.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";

type Props = {
  kind: KindName;
  shown: Pick<ShownCase, "content" | "names" | "language">;
  right: number;
  value: OwnValue;
  words: Pick<SittingWords, "keys" | "practice" | "reading">;
  /** The way on, by its button and by the keys that go on from any other case. */
  form: ComponentProps<"form">;
};

/** A practice case once it was answered: as it was read, with what is right and what was chosen on the cards themselves. */
export function CheckedCase({ kind, shown, right, value, words, form }: Props) {
  const { content, names, language } = shown;
  const feedback = feedbackOf(kind);
  const told = { names, right, value, words };
  return (
    <form {...form} data-kind={kind} className="grid gap-6">
      <p role="status" className="text-xl font-semibold">
        {feedback.say(told)}
      </p>
      <Reading
        kind={kind}
        content={content}
        names={names}
        language={language}
        words={words.reading}
        marks={feedback.mark(told)}
      />
      <CaseFooter>
        <div className="ml-auto flex items-center gap-3 max-sm:grow">
          <CaseKeys names={names} field={kindOf(kind).decidingField} isOn keys={words.keys} />
          <button value="next" className={clsx(buttonClass({ variant: "primary" }), onwardWidth)}>
            {words.practice.goOn}
          </button>
        </div>
      </CaseFooter>
    </form>
  );
}
