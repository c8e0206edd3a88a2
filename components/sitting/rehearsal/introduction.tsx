import { Comprehension } from "#components/sitting/entry/comprehension.tsx";
import { Instructions } from "#components/sitting/entry/instructions.tsx";
import { EndsHere, WrongAtFirst } from "#components/sitting/entry/misunderstood.tsx";
import { OtherLanguages } from "#components/sitting/entry/other-languages.tsx";
import type { PageProps } from "#components/sitting/rehearsal/page.tsx";
import { countRehearsedLanguages, findFirstOpen, turnTo } from "#components/sitting/rehearsal/state.ts";
import { Button } from "#components/ui/button.tsx";
import { checkComprehension } from "#lib/sittings/comprehension/comprehension.ts";

/** How it works, and whether that was understood. What is right is in this page: it is the team's. */
export function RehearsalIntroduction({ plan, text, now, onChange }: PageProps) {
  const { words, language, parts } = text;
  const { comprehension: questions = [] } = plan.questions;
  const last = now.tries.at(-1);
  const isAsked = questions.length > 0 && now.tries.length < 2 && last?.length !== 0;
  const toCases = (from = now) => turnTo(from, "case", Math.max(0, findFirstOpen(plan, from)));
  if (now.stage === "ended") return <EndsHere words={words} returnAddress={null} />;
  if (now.stage === "comprehension")
    return (
      <Comprehension
        questions={questions}
        language={language}
        words={words}
        isLast={now.tries.length === 1}
        errors={now.errors}
        form={{
          onSubmit(event) {
            event.preventDefault();
            const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
            const checked = checkComprehension(questions, given);
            if (!checked.ok) return onChange({ ...now, errors: checked.fields ?? {} });
            const { wrong } = checked.value;
            const next = { ...now, tries: [...now.tries, wrong] };
            const isOver = wrong.length === 0 || next.tries.length > 1;
            if (!isOver) onChange(turnTo(next, "instructions"));
            else onChange(wrong.length > 0 && plan.endsOnFailure ? turnTo(next, "ended") : toCases(next));
          },
        }}
      />
    );
  const wrong = questions.filter(({ key }) => isAsked && last?.includes(key));
  return (
    <Instructions
      text={parts.instructions}
      example={parts.example}
      words={words}
      notes={wrong.length > 0 && <WrongAtFirst wrong={wrong} language={language} words={words} />}
    >
      <OtherLanguages
        counts={countRehearsedLanguages(plan.cases)}
        reader={language}
        mayPass={plan.questions.mayPass === true}
        words={words}
      />
      <div>
        <Button
          variant="primary"
          onClick={() => onChange(isAsked ? turnTo(now, "comprehension") : toCases())}
        >
          {isAsked
            ? words.comprehension.toQuestions
            : plan.cases[0]?.isPractice
              ? words.instructions.practise
              : words.instructions.start}
        </Button>
      </div>
    </Instructions>
  );
}
