import clsx from "clsx";
import { useId } from "react";
import { CandidateCard } from "#components/reading/candidate-card.tsx";
import { Dialogue, Question } from "#components/reading/dialogue.tsx";
import { PlainText } from "#components/reading/plain-text.tsx";
import { isLong } from "#components/reading/script.ts";
import type { ReadingProps, DetailsState } from "#components/task-kinds/registry.tsx";
import { OptionRadio } from "#components/task-kinds/options/option-radio.tsx";
import { Icon } from "#components/ui/icons.tsx";
import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";

/** A case as a participant sees it. What is right, and what others or models said, is never given to it. */
export function Reading({ names, language, words, value, unfolding, ...props }: ReadingProps) {
  const content = props.content as ChoiceContent;
  const questionId = useId();
  const isDialogue = content.form === "dialogue";
  const isFoldable = content.profiles.some((profile) => isLong(profile ?? ""));
  const asked = isDialogue && content.turns.findLast((turn) => turn.speaker === null);
  return (
    <div className="@container min-w-0">
      <div className={clsx("grid gap-8", isDialogue && "text-beside-options")}>
        <div role="group" aria-label={words.conversation} className="grid min-w-0 content-start gap-4">
          {isDialogue ? (
            <Dialogue turns={content.turns} language={language} words={words} questionId={questionId} />
          ) : (
            <PlainText language={language}>{content.text}</PlainText>
          )}
          {!asked && <Question id={questionId}>{words.question}</Question>}
        </div>
        <div
          role="group"
          aria-labelledby={questionId}
          data-candidates
          className="options-in-view min-w-0 self-start"
        >
          {asked && value !== undefined && (
            <p
              aria-hidden
              lang={language}
              dir="auto"
              data-line={asked.parts.flatMap(({ type, text }) => (type === "manner" ? [] : text)).join(" ")}
              className="line-in-view"
            />
          )}
          <p className="mb-3 text-sm font-medium text-ink-muted">{words.candidates}</p>
          {isFoldable && <UnfoldingProfiles words={words} {...unfolding} />}
          <ol role="list" className={clsx("grid gap-3", !isDialogue && "@3xl:grid-cols-2")}>
            {names.map((name, index) => (
              <CandidateCard
                key={index}
                number={index + 1}
                name={name}
                profile={content.profiles[index] ?? null}
                language={language}
                choice={value !== undefined && <OptionRadio option={index} value={value} />}
                mark={props.marks?.[index]}
              />
            ))}
          </ol>
          {props.instead}
        </div>
        {props.below}
      </div>
    </div>
  );
}

/** One control for the profiles of all candidates. */
function UnfoldingProfiles({ words, ...rest }: DetailsState & Pick<ReadingProps, "words">) {
  return (
    <details {...rest} data-profiles className="group/fold mb-3 @2xl:hidden print:hidden">
      <summary className="target unmarked flex w-fit items-center gap-1 pr-2 text-base font-medium text-accent">
        <Icon name="down" className="group-open/fold:rotate-180" />
        <span className="group-open/fold:hidden">{words.more}</span>
        <span className="not-group-open/fold:hidden">{words.less}</span>
      </summary>
    </details>
  );
}
