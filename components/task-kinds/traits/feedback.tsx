import { CardMark } from "#components/reading/card-mark.tsx";
import { fill } from "#components/sitting/words.ts";
import type { FeedbackProps, KindFeedback } from "#components/task-kinds/kind.ts";
import { levelKeys, type TraitsWords } from "#components/task-kinds/traits/names.ts";
import type { AppConfig } from "next-intl";
import { valueFrom } from "#lib/task-kinds/traits/decoded.ts";
import { traitNames, type TraitsValue } from "#lib/task-kinds/traits/profile.ts";

/** With those that only this kind has. */
type TraitsPracticeWords = AppConfig["Messages"]["taskKinds"]["traits"]["sitting"]["practice"];
const traitsWordsOf = ({ practice }: FeedbackProps["words"]) =>
  practice as FeedbackProps["words"]["practice"] & TraitsPracticeWords;

export const traitsFeedback: KindFeedback = {
  say({ right, value, words }) {
    const [expected, given] = [valueFrom(right), value as TraitsValue];
    const count = traitNames.filter((trait) => given[trait] === expected[trait]).length;
    return count === traitNames.length ? words.practice.right : fill(words.practice.wrong, { count });
  },
  mark({ right, value, words }) {
    const [expected, given] = [valueFrom(right), value as TraitsValue];
    const { levels } = words.reading as TraitsWords;
    return traitNames.map((trait) => {
      const isRight = given[trait] === expected[trait];
      const level = levels[levelKeys[expected[trait] ?? 1]];
      return (
        <CardMark key={trait} isRight={isRight}>
          {fill(isRight ? traitsWordsOf(words).fits : traitsWordsOf(words).expected, { level })}
        </CardMark>
      );
    });
  },
};
