import clsx from "clsx";
import { useId } from "react";
import { CandidateCard } from "#components/reading/candidate-card.tsx";
import { Dialogue } from "#components/reading/dialogue.tsx";
import { PlainText } from "#components/reading/plain-text.tsx";
import { OptionRadio } from "#components/task-kinds/options/option-radio.tsx";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import type { ShownTexts } from "#lib/task-kinds/texts/server-kind.ts";

type PrecedingTexts = NonNullable<ShownTexts["before"]>;

/** The passage, the question, and a card for each text. */
export function Reading({ names, language, words, value, ...props }: ReadingProps) {
  const { question, before } = props.content as ShownTexts;
  const questionId = useId();
  return (
    <div className="@container min-w-0">
      <div className={clsx("grid gap-8", before && "text-beside-options")}>
        {before && (
          <div role="group" aria-label={words.conversation} className="grid min-w-0 content-start gap-4">
            <Passage before={before} language={language} words={words} questionId={questionId} />
          </div>
        )}
        <div role="group" aria-labelledby={questionId} data-candidates className="measure min-w-0 self-start">
          <p
            id={questionId}
            lang={language}
            dir="auto"
            className="text-xl font-semibold whitespace-pre-line wrap-anywhere"
          >
            {question}
          </p>
          <p className="mt-4 mb-3 text-sm font-medium text-ink-muted">{words.candidates}</p>
          <ol role="list" className="grid gap-3">
            {names.map((name, index) => (
              <CandidateCard
                key={index}
                number={index + 1}
                name={name}
                profile={null}
                language={language}
                isProse
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

type PassageProps = Pick<ReadingProps, "language" | "words"> & { before: PrecedingTexts; questionId: string };

function Passage({ before, ...rest }: PassageProps) {
  if ("text" in before) return <PlainText language={rest.language}>{before.text}</PlainText>;
  const turns = before.turns.map(({ speaker, text }) => ({
    speaker,
    parts: [{ type: "speech" as const, text }],
  }));
  return <Dialogue turns={turns} {...rest} />;
}
