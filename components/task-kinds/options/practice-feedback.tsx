import { fill } from "#components/sitting/words.ts";
import type { FeedbackProps } from "#components/task-kinds/kind.ts";
import { optionNames } from "#components/task-kinds/options/names.ts";
import { Callout } from "#components/ui/callout.tsx";

export function PracticeFeedback({ names, right, value, words: { practice } }: FeedbackProps) {
  const isRight = value.choice === right;
  const name = names[right] ?? "";
  return (
    <Callout tone={isRight ? "success" : "info"}>
      {isRight
        ? fill(practice.right, { name })
        : fill(practice.wrong, { right: name, chosen: optionNames.nameDecision(value, names) ?? "" })}
    </Callout>
  );
}
