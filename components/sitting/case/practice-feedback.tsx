import { fill, type SittingWords } from "#components/sitting/words.ts";
import { Callout } from "#components/ui/callout.tsx";

type Props = {
  names: readonly string[];
  right: number;
  chosen: number;
  words: Pick<SittingWords, "practice">;
};

/** Only for practice: nothing else ever tells what is right. */
export function PracticeFeedback({ names, right, chosen, words: { practice } }: Props) {
  const name = (option: number) => names[option] ?? "";
  return (
    <Callout tone={right === chosen ? "success" : "info"}>
      {right === chosen
        ? fill(practice.right, { name: name(right) })
        : fill(practice.wrong, { right: name(right), chosen: name(chosen) })}
    </Callout>
  );
}
