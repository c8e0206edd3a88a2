"use client";

import type { stages, Stage } from "#components/sitting/rehearsal/state.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import type { StudyLanguage } from "#lib/studies/schema.ts";

type Props = {
  stage: Stage;
  /** The stages this study has. */
  offered: readonly (typeof stages)[number][];
  language: StudyLanguage;
  languages: readonly { language: StudyLanguage; name: string }[];
  isDraft: boolean;
  words: SittingWords["preview"];
  leave: string;
  onStage: (stage: Stage) => void;
  onLanguage: (language: StudyLanguage) => void;
  onAgain: () => void;
};

const shownAs = (stage: Stage) =>
  stage === "declined"
    ? "welcome"
    : stage === "feedback"
      ? "case"
      : stage === "ended"
        ? "comprehension"
        : stage;

/** In the staff's words, above what is in the participant's. */
export function PreviewBar(props: Props) {
  const { stage, offered, language, languages, isDraft, words, leave } = props;
  const control = "target rounded-md border border-edge bg-raised px-2";
  return (
    <section
      aria-label={words.label}
      className="mb-8 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-lg border border-info bg-info-tint px-4 py-3"
    >
      <p className="min-w-0 grow">
        <strong>{words.stored}</strong> {isDraft ? words.draft : words.frozen}
      </p>
      <label className="flex items-center gap-2">
        {words.goTo}
        <select
          value={shownAs(stage)}
          onChange={({ currentTarget }) => props.onStage(currentTarget.value as Stage)}
          className={control}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {words.stages[one]}
            </option>
          ))}
        </select>
      </label>
      <div role="group" aria-label={words.language} className="flex gap-1">
        {languages.map((one) => (
          <Button
            key={one.language}
            lang={one.language}
            variant={one.language === language ? "secondary" : "quiet"}
            aria-pressed={one.language === language}
            onClick={() => props.onLanguage(one.language)}
          >
            {one.name}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={props.onAgain}>
          {words.again}
        </Button>
        <ButtonLink href={leave}>{words.leave}</ButtonLink>
      </div>
    </section>
  );
}
