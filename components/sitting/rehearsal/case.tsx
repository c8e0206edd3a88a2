import { CaseForm, goings, type Going } from "#components/sitting/case/case-form.tsx";
import { CaseHeading } from "#components/sitting/case/case-heading.tsx";
import { countAnswered } from "#components/sitting/navigation/overview-items.ts";
import { PageTitle } from "#components/sitting/page-title.tsx";
import type { PageProps } from "#components/sitting/rehearsal/page.tsx";
import { goOn, leaveCase, listRehearsed, type RehearsedCase } from "#components/sitting/rehearsal/state.ts";
import { feedbacks } from "#components/task-kinds/feedback.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { readAnswer } from "#lib/sittings/answers/read-answer.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";

const isGoing = (value: unknown): value is Going => goings.includes(value as Going);

export function RehearsalCase(props: PageProps) {
  const { plan, text, now } = props;
  const shown = plan.cases[now.at];
  if (!shown) return <NoCases title={text.title} words={text.words} problem={plan.problem} />;
  const answer = now.answers[shown.position];
  const isDecided = answer !== undefined && kindOf(plan.questions.kind).decide(answer) !== null;
  return now.stage === "feedback" && shown.gold !== null && isDecided ? (
    <RehearsedFeedback {...props} shown={shown} right={shown.gold} value={answer} />
  ) : (
    <RehearsedForm {...props} shown={shown} />
  );
}

type ShownProps = PageProps & { shown: RehearsedCase };

function Heading({ plan, text: { words }, now, shown }: ShownProps) {
  const { cases } = plan;
  const alike = cases.filter(({ isPractice }) => isPractice === shown.isPractice);
  return (
    <CaseHeading
      place={alike.indexOf(shown) + 1}
      count={alike.length}
      isPractice={shown.isPractice}
      answered={shown.isPractice ? null : countAnswered(listRehearsed(plan, now))}
      begins={cases[now.at - 1]?.isPractice === true && !shown.isPractice}
      words={words}
    />
  );
}

type FeedbackProps = ShownProps & { right: number; value: PageProps["now"]["answers"][number] };

function RehearsedFeedback({ right, value, ...props }: FeedbackProps) {
  const { plan, text, now, shown, onChange } = props;
  const Feedback = feedbacks[plan.questions.kind];
  return (
    <div className="grid gap-6">
      <Heading {...props} />
      <Feedback names={shown.names} right={right} value={value} words={text.words} />
      <div>
        <Button variant="primary" onClick={() => onChange(goOn(plan, now))}>
          {text.words.practice.goOn}
        </Button>
      </div>
    </div>
  );
}

function RehearsedForm(props: ShownProps) {
  const { plan, text, now, shown, onChange } = props;
  const { words, language } = text;
  const { cases, questions } = plan;
  const { check, last, next } = words.case;
  return (
    <div data-wide className="grid gap-6">
      <Heading {...props} />
      {/* What a study asks about confidence is fetched apart. */}
      <Streamed>
        <CaseForm
          sittingId="rehearsal"
          shown={shown}
          questions={questions}
          answer={now.answers[shown.position] ?? null}
          reader={language}
          words={words}
          lacking={now.lacking}
          next={shown.isPractice ? check : now.at === cases.length - 1 ? last : next}
          isFirst={cases[now.at - 1]?.isPractice !== shown.isPractice}
          form={{
            onSubmit(event) {
              event.preventDefault();
              const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
              const form = new FormData(event.currentTarget, submitter);
              const going = form.get("go");
              const read = readAnswer(form, shown.names.length, questions);
              onChange(leaveCase(plan, now, read, isGoing(going) ? going : "next"));
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
