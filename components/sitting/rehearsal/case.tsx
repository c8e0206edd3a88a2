import { CaseForm, formActions, type FormAction } from "#components/sitting/case/case-form.tsx";
import { OverviewButton } from "#components/sitting/page/case-controls.tsx";
import { CheckedCase } from "#components/sitting/case/checked-case.tsx";
import { countAnswered } from "#components/sitting/navigation/overview-items.ts";
import { SittingBar } from "#components/sitting/page/sitting-bar.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import type { PageProps } from "#components/sitting/rehearsal/page.tsx";
import {
  askedOf,
  goOn,
  leaveCase,
  listRehearsed,
  type RehearsedCase,
} from "#components/sitting/rehearsal/state.ts";
import { casePlace, sayOneWay } from "#components/sitting/navigation/welcome-back.ts";
import { fill } from "#components/sitting/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { readAnswer } from "#lib/sittings/answers/read-answer.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";

const isFormAction = (value: unknown): value is FormAction => formActions.includes(value as FormAction);

export function RehearsalCase(props: PageProps) {
  const { plan, text, now } = props;
  const shown = plan.cases[now.at];
  if (!shown) return <NoCases title={text.title} words={text.words} problem={plan.problem} />;
  const answer = now.answers[shown.position];
  const isDecided = answer !== undefined && kindOf(shown.kind).decide(answer) !== null;
  return now.stage === "feedback" && shown.gold !== null && isDecided ? (
    <RehearsedFeedback {...props} shown={shown} right={shown.gold} value={answer} />
  ) : (
    <RehearsedForm {...props} shown={shown} />
  );
}

type ShownProps = PageProps & { shown: RehearsedCase };

const wordsAt = ({ text, shown }: ShownProps) => text.wordsOf[shown.kind] ?? text.words;

/** What stands on top of the case, and what is said above it. */
function Heading({ plan, text: { words }, now, shown, hasForm = false }: ShownProps & { hasForm?: boolean }) {
  const { cases, questions } = plan;
  const { isPractice, position } = shown;
  const alike = cases.filter((one) => one.isPractice === isPractice);
  const count = alike.length;
  const done = countAnswered(listRehearsed(plan, now));
  const begins = cases[now.at - 1]?.isPractice === true && !isPractice;
  const isLeft = hasForm && questions.mayGoBack && !isPractice;
  const isFirst = !isPractice && alike[0] === shown;
  const notes = [
    isPractice ? hasForm && words.case.practiceNote : begins && words.case.begins,
    isFirst && sayOneWay(questions, words),
  ].filter(Boolean);
  return (
    <>
      <SittingBar
        title={casePlace({ place: alike.indexOf(shown) + 1, count, isPractice, words })}
        progress={
          isPractice ? undefined : { done, count, label: words.case.answered, told: `${done} / ${count}` }
        }
        done={!isPractice && questions.mayGoBack && fill(words.case.done, { done })}
        ways={isLeft && <OverviewButton position={position} words={words} />}
      />
      {notes.map((note) => (
        <p key={String(note)} className="text-ink-muted">
          {note}
        </p>
      ))}
    </>
  );
}

type FeedbackProps = ShownProps & { right: number; value: PageProps["now"]["answers"][number] };

function RehearsedFeedback({ right, value, ...props }: FeedbackProps) {
  const { plan, now, shown, onChange } = props;
  return (
    <div className="grid gap-6">
      <Heading {...props} />
      <Streamed>
        <CheckedCase
          kind={shown.kind}
          shown={shown}
          right={right}
          value={value}
          words={wordsAt(props)}
          form={{
            onSubmit(event) {
              event.preventDefault();
              onChange(goOn(plan, now));
            },
          }}
        />
      </Streamed>
    </div>
  );
}

function RehearsedForm(props: ShownProps) {
  const { plan, text, now, shown, onChange } = props;
  const words = wordsAt(props);
  const { cases } = plan;
  const asked = askedOf(plan, shown);
  const { check, last, next } = words.case;
  return (
    <div className="grid gap-6">
      <Heading {...props} hasForm />
      {/* What a study asks about confidence is fetched apart. */}
      <Streamed>
        <CaseForm
          sittingId="rehearsal"
          shown={shown}
          questions={asked}
          part={text.partAt[shown.position]}
          answer={now.answers[shown.position] ?? null}
          reader={text.language}
          words={words}
          lacking={now.lacking}
          next={shown.isPractice ? check : now.at === cases.length - 1 ? last : next}
          isFirst={cases[now.at - 1]?.isPractice !== shown.isPractice}
          form={{
            onSubmit(event) {
              event.preventDefault();
              const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
              const form = new FormData(event.currentTarget, submitter);
              const action = form.get("go");
              const read = readAnswer(form, shown.names.length, asked);
              onChange(leaveCase(plan, now, read, isFormAction(action) ? action : "next"));
            },
          }}
        />
      </Streamed>
    </div>
  );
}

type NoCasesProps = {
  title: string;
  words: PageProps["text"]["words"];
  problem: PageProps["plan"]["problem"];
};

/** The texts can be read all the same. */
export function NoCases({ title, words: { preview }, problem }: NoCasesProps) {
  return (
    <div className="grid gap-6">
      <PageTitle>{title}</PageTitle>
      <Callout tone="warning">{preview.problems[problem?.code ?? "too_few"]}</Callout>
      {problem?.step && (
        <div>
          <ButtonLink href={problem.step}>{preview.toStep}</ButtonLink>
        </div>
      )}
    </div>
  );
}
