import type { AppConfig } from "next-intl";
import { useId, type ReactNode } from "react";
import { PlainText } from "#components/reading/plain-text.tsx";
import { OptionRadio } from "#components/task-kinds/options/option-radio.tsx";
import { Part } from "#components/task-kinds/parts/part.tsx";
import { CardHead, languageOf, type PartWords } from "#components/task-kinds/parts/judging.tsx";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import type { ShownPair } from "#lib/task-kinds/pair/schema.ts";

/** With what choosing a text says, and choosing neither. */
type PairWords = PartWords & Pick<AppConfig["Messages"]["taskKinds"]["pair"]["sitting"]["reading"], "better">;

/** What is read before, and beneath it the two texts: side by side where there is room, else one above the other. */
export function Reading({ language, value, marks = [], ...props }: ReadingProps) {
  const { question, context, sides } = props.content as ShownPair;
  const words = props.words as PairWords;
  const asked = languageOf(words);
  const questionId = useId();
  const radio = (option: number) => value !== undefined && <OptionRadio option={option} value={value} />;
  return (
    <div className="@container grid min-w-0 gap-8">
      {context.length > 0 && (
        <div role="group" aria-label={words.conversation} className="grid min-w-0 content-start gap-6">
          {context.map(({ role, text }, at) => (
            <Part
              key={at}
              title={words.parts[role]}
              isJudged={false}
              find={words.find}
              text={text}
              language={language}
            />
          ))}
        </div>
      )}
      <div role="group" aria-labelledby={questionId} data-candidates className="grid min-w-0 gap-4">
        <p
          id={questionId}
          className="measure text-xl font-semibold wrap-anywhere"
          {...formatQuestion(question, asked)}
        />
        <ol role="list" className="grid min-w-0 gap-3 @min-[44rem]:grid-cols-2">
          {sides.map((text, side) => (
            <Side
              key={side}
              number={side + 1}
              name={words.better[side === 0 ? "first" : "second"]}
              choice={radio(side)}
              mark={marks[side]}
            >
              <PlainText language={language}>{text}</PlainText>
            </Side>
          ))}
          <Side number={3} name={words.better.neither} choice={radio(2)} mark={marks[2]} />
        </ol>
        {props.instead}
      </div>
      {props.below}
    </div>
  );
}

/** In the language of the page, or in the one there is. */
function formatQuestion(question: ShownPair["question"], asked: "en" | "zh-CN") {
  const lang = question[asked] === undefined ? (asked === "en" ? "zh-CN" : "en") : asked;
  return { lang, children: question[lang] };
}

type SideProps = {
  number: number;
  name: string;
  /** A radio button, where one decides. */
  choice: ReactNode;
  mark: ReactNode;
  children?: ReactNode;
};

/** A text under what choosing it says; the tie has none, and keeps its place after both. */
const Side = ({ number, name, choice, mark, children }: SideProps) => (
  <li className="option-card last:col-span-full">
    {mark}
    <CardHead number={number} field={choice}>
      <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
    </CardHead>
    {children}
  </li>
);
