import { CaseForm, goings, type Going } from "#components/sitting/case/case-form.tsx";
import { CaseHeading } from "#components/sitting/case/case-heading.tsx";
import { Confidence } from "#components/sitting/case/confidence.tsx";
import { confidencePart } from "#components/sitting/case/confidence-part.ts";
import { countAnswered } from "#components/sitting/navigation/overview-items.ts";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { feedbacks } from "#components/task-kinds/feedback.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import type { PageProps } from "#components/sitting/rehearsal/page.tsx";
import { goOn, leaveCase, listRehearsed } from "#components/sitting/rehearsal/state.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { readAnswer } from "#lib/sittings/answers/read-answer.ts";

confidencePart.now = Confidence;

const isGoing = (value: unknown): value is Going => goings.includes(value as Going);

export function RehearsalCase({ plan, text: { words, title, language }, now, onChange }: PageProps) {
  const { cases, questions } = plan;
  const Feedback = feedbacks[questions.kind];
  const kind = kindOf(questions.kind);
  const shown = cases[now.at];
  if (!shown) return <NoCases title={title} words={words} problem={plan.problem} />;
  const alike = cases.filter(({ isPractice }) => isPractice === shown.isPractice);
  const place = alike.indexOf(shown) + 1;
  const before = cases[now.at - 1];
  const answer = now.answers[shown.position] ?? null;
  const items = listRehearsed(plan, now);
  const heading = (
    <CaseHeading
      place={place}
      count={alike.length}
      isPractice={shown.isPractice}
      answered={shown.isPractice ? null : countAnswered(items)}
      begins={before?.isPractice === true && !shown.isPractice}
      words={words}
    />
  );
  if (now.stage === "feedback" && shown.gold !== null && answer && kind.decide(answer) !== null)
    return (
      <div className="grid gap-6">
        {heading}
        <Feedback names={shown.names} right={shown.gold} value={answer} words={words} />
        <div>
          <Button variant="primary" onClick={() => onChange(goOn(plan, now))}>
            {words.practice.goOn}
          </Button>
        </div>
      </div>
    );
  const isLast = now.at === cases.length - 1;
  return (
    <div data-wide className="grid gap-6">
      {heading}
      <CaseForm
        sittingId="rehearsal"
        shown={shown}
        questions={questions}
        answer={answer}
        reader={language}
        words={words}
        lacking={now.lacking}
        next={shown.isPractice ? words.case.check : isLast ? words.case.last : words.case.next}
        isFirst={before?.isPractice !== shown.isPractice}
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
