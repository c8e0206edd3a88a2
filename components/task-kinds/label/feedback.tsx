import type { AppConfig } from "next-intl";
import { CardMark } from "#components/reading/card-mark.tsx";
import { fill } from "#components/sitting/words.ts";
import type { FeedbackProps, KindFeedback } from "#components/task-kinds/kind.ts";
import { hasCode, type CodesValue } from "#lib/task-kinds/label/value.ts";

/** With those that only this kind has. */
type CodesPracticeWords = AppConfig["Messages"]["taskKinds"]["codes"]["sitting"]["practice"];
const codesWordsOf = ({ practice }: FeedbackProps["words"]) =>
  practice as FeedbackProps["words"]["practice"] & CodesPracticeWords;

/** Of each code, and last of "none", whether it is expected and whether it was ticked. */
const compare = ({ names, right, value }: FeedbackProps) => {
  const codes = (value as CodesValue).codes;
  return [
    ...names.map((_, at) => ({
      isExpected: hasCode(right, at),
      isTicked: codes !== null && hasCode(codes, at),
    })),
    { isExpected: right === 0, isTicked: codes === 0 },
  ];
};

export const codesFeedback: KindFeedback = {
  say(props) {
    const wrong = compare(props).filter(({ isExpected, isTicked }) => isExpected !== isTicked).length;
    const { practice } = props.words;
    return wrong === 0 ? practice.right : fill(practice.wrong, { count: wrong });
  },
  mark(props) {
    const { expected, missed, notExpected } = codesWordsOf(props.words);
    return compare(props).map(({ isExpected, isTicked }, at) =>
      isExpected || isTicked ? (
        <CardMark key={at} isRight={isExpected && isTicked}>
          {isExpected ? (isTicked ? expected : missed) : notExpected}
        </CardMark>
      ) : null,
    );
  },
};
