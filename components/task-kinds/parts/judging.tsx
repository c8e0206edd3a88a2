import type { AppConfig } from "next-intl";
import type { ReadingWords } from "#components/reading/words.ts";
import type { LabelSet } from "#lib/task-kinds/label-set.ts";
import { textIn } from "#lib/i18n/locale.ts";
import clsx from "clsx";
import { useId, type ReactNode } from "react";
import { Part } from "#components/task-kinds/parts/part.tsx";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import { Icon } from "#components/ui/icons.tsx";
import type { TextPart } from "#lib/task-kinds/parts/schema.ts";

type ReadingMessages = AppConfig["Messages"]["sitting"]["reading"];
type Rating = AppConfig["Messages"]["taskKinds"]["rating"]["sitting"]["reading"];

/** With what kinds need that show parts: their names, the language that the page is read in, and how one looks for something. */
export type PartWords = ReadingWords & Pick<Rating, "language" | "parts"> & Pick<ReadingMessages, "find">;

/** Which of a scale's own languages the page is read in. */
export const languageOf = ({ language }: Pick<PartWords, "language">) =>
  language === "zh-CN" ? "zh-CN" : "en";

type LabelName = Pick<LabelSet["labels"][number], "name" | "label">;

/** A name without words of its own is in the language of the case. */
export const formatLabelName = ({ name, label }: LabelName, reader: "en" | "zh-CN", language: string) =>
  label ? { name: textIn(label, reader), language: reader } : { name, language };

type Props = Pick<ReadingProps, "language" | "unfolding" | "instead" | "below"> & {
  parts: readonly TextPart[];
  words: PartWords;
  question: string;
  /** What holds for all that can be answered; folded with what is said of each. */
  notes: string | null;
  /** What can be answered. */
  children: ReactNode;
  /** Beneath that. */
  beneath?: ReactNode;
};

/** The parts in the order of the case, and beside them what they are judged by. */
export function Judging({
  parts,
  language,
  words,
  question,
  notes,
  unfolding = { open: true },
  ...props
}: Props) {
  const reader = languageOf(words);
  const questionId = useId();
  return (
    <div className="@container min-w-0">
      <div className="text-beside-options grid gap-8">
        <div role="group" aria-label={words.conversation} className="grid min-w-0 content-start gap-6">
          {parts.map(({ role, text }, at) => (
            <Part
              key={at}
              title={words.parts[role]}
              isJudged={role === "judged"}
              find={words.find}
              text={text}
              language={language}
            />
          ))}
        </div>
        <div
          role="group"
          aria-labelledby={questionId}
          data-candidates
          className="options-in-view group/judging measure min-w-0 self-start"
        >
          <p id={questionId} lang={reader} className="text-xl font-semibold">
            {question}
          </p>
          <details {...unfolding} data-profiles className="group/fold mt-3 mb-3">
            <summary className="target unmarked flex w-fit items-center gap-1 pr-2 text-base font-medium text-accent">
              <Icon name="down" className="group-open/fold:rotate-180" />
              <span className="group-open/fold:hidden">{words.more}</span>
              <span className="not-group-open/fold:hidden">{words.less}</span>
            </summary>
            {notes && (
              <p lang={reader} className="mt-2 text-base text-ink-muted">
                {notes}
              </p>
            )}
          </details>
          <ol role="list" className="grid gap-2 [[data-profiles]:not([open])~&_[data-about]]:hidden">
            {props.children}
          </ol>
          {props.beneath}
          {props.instead}
        </div>
        {props.below}
      </div>
    </div>
  );
}

type CardProps = {
  number: number;
  name: string;
  about: string | null;
  /** Of what is said here. */
  language: string;
  /** Whether more is asked of who chooses it. */
  asksMore?: boolean;
  /** Where one decides: its field. */
  children: ReactNode;
  mark?: ReactNode;
};

/** One of the things that can be answered. */
export const JudgingCard = ({ number, name, about, language, asksMore, children, mark }: CardProps) => (
  <li data-asks-more={asksMore || undefined} className={clsx("option-card", "py-2!")}>
    <CardHead number={number} field={children}>
      <span lang={language} dir="auto" className="min-w-0 font-semibold wrap-anywhere">
        {name}
      </span>
    </CardHead>
    {mark}
    {about && (
      <p lang={language} data-about className="text-base wrap-anywhere">
        {about}
      </p>
    )}
  </li>
);

type HeadProps = {
  number: number;
  /** Where one decides. */
  field: ReactNode;
  /** The name. */
  children: ReactNode;
};

/** What stands on a card whether one decides or only reads: where one decides, all of it is pressed. */
export function CardHead({ number, field, children }: HeadProps) {
  const head = (
    <>
      <span className="figures grid size-7 shrink-0 place-items-center rounded-md border border-edge text-sm font-medium">
        {number}
      </span>
      {children}
    </>
  );
  if (!field) return <div className="flex min-w-0 items-center gap-3">{head}</div>;
  return (
    <label>
      {field}
      <span className="chosen-look" />
      {head}
    </label>
  );
}
