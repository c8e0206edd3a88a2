import { BackgroundForm } from "#components/sitting/entry/background-form.tsx";
import { Comprehension } from "#components/sitting/entry/comprehension.tsx";
import { Instructions } from "#components/sitting/entry/instructions.tsx";
import { EndsHere, WrongAtFirst } from "#components/sitting/entry/misunderstood.tsx";
import type { PageProps } from "#components/sitting/rehearsal/page.tsx";
import { findFirstOpen, turnTo } from "#components/sitting/rehearsal/state.ts";
import { Button } from "#components/ui/button.tsx";
import { checkComprehension } from "#lib/sittings/comprehension/comprehension.ts";
import { checkBackground } from "#lib/sittings/joining/background.ts";

/** How it works, what is asked about oneself, and whether all was understood. What is right is in this page: it is the team's. */
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
  const goOn = () => onChange(isAsked ? turnTo(now, "comprehension") : toCases());
  const label = isAsked ? words.comprehension.toQuestions : words.own.start;
  return (
    <Instructions
      text={parts.instructions}
      example={parts.example}
      words={words}
      notes={wrong.length > 0 && <WrongAtFirst wrong={wrong} language={language} words={words} />}
    >
      {last ? (
        <div>
          <Button variant="primary" onClick={goOn}>
            {label}
          </Button>
        </div>
      ) : (
        <Beginning plan={plan} text={text} now={now} onChange={onChange} label={label} goOn={goOn} />
      )}
    </Instructions>
  );
}

type BeginningProps = Pick<PageProps, "plan" | "text" | "now" | "onChange"> & {
  label: string;
  goOn: () => void;
};

/** What comes with the instructions the first time: the way back, and the questions about oneself. */
function Beginning({ plan: { questions }, text, now, onChange, label, goOn }: BeginningProps) {
  const { words, language } = text;
  return (
    <>
      <p className="text-ink-muted">{words.preview.codesBody}</p>
      {questions.background.length === 0 ? (
        <div>
          <Button variant="primary" onClick={goOn}>
            {label}
          </Button>
        </div>
      ) : (
        <BackgroundForm
          questions={questions.background}
          mayBeUnsaid={questions.preferNotToSay}
          language={language}
          words={{ ...words, goOn: label }}
          errors={now.errors}
          form={{
            onSubmit(event) {
              event.preventDefault();
              const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
              const checked = checkBackground(questions, given);
              if (checked.ok) goOn();
              else onChange({ ...now, errors: checked.fields ?? {} });
            },
          }}
        />
      )}
    </>
  );
}
