import { CardMark } from "#components/reading/card-mark.tsx";
import { fill } from "#components/sitting/words.ts";
import type { KindFeedback } from "#components/task-kinds/kind.ts";
import { optionNames } from "#components/task-kinds/options/names.ts";

export const optionFeedback: KindFeedback = {
  say({ names, right, value, words: { practice } }) {
    const name = names[right] ?? "";
    if (value.choice === right) return fill(practice.right, { name });
    return fill(practice.wrong, { right: name, chosen: optionNames.formatDecision(value, names) ?? "" });
  },
  mark({ names, right, value, words: { practice } }) {
    const { rightCard, chosenCard, bothCard } = practice;
    return names.map((_, option) => {
      const [isRight, isChosen] = [option === right, option === value.choice];
      if (!isRight && !isChosen) return null;
      const words = isRight && isChosen ? bothCard : isRight ? rightCard : chosenCard;
      return (
        <CardMark key={option} isRight={isRight}>
          {words}
        </CardMark>
      );
    });
  },
};

/** Where options have no names that a sentence could tell: which one is right is told on the cards alone. */
export const unnamedFeedback: KindFeedback = {
  ...optionFeedback,
  say: ({ right, value, words: { practice } }) => (value.choice === right ? practice.right : practice.wrong),
};
