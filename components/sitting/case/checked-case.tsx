import type { ReactNode } from "react";
import { CaseFooter } from "#components/sitting/page/case-controls.tsx";
import type { SittingWords } from "#components/sitting/words.ts";
import { feedbackOf } from "#components/task-kinds/feedback.ts";
import { Reading } from "#components/task-kinds/registry.tsx";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type Props = {
  kind: KindName;
  shown: Pick<ShownCase, "content" | "names" | "language">;
  right: number;
  value: OwnValue;
  words: Pick<SittingWords, "practice" | "reading">;
  /** The way on. */
  children: ReactNode;
};

/** A practice case once it was answered: as it was read, with what is right and what was chosen on the cards themselves. */
export function CheckedCase({ kind, shown, right, value, words, children }: Props) {
  const { content, names, language } = shown;
  const feedback = feedbackOf(kind);
  const told = { names, right, value, words };
  return (
    <div className="grid gap-6">
      <p role="status" className="text-xl font-semibold">
        {feedback.say(told)}
      </p>
      <Reading {...{ kind, content, names, language }} words={words.reading} marks={feedback.mark(told)} />
      <CaseFooter>
        <div className="ml-auto flex max-sm:grow">{children}</div>
      </CaseFooter>
    </div>
  );
}
