import { countAnswered } from "#components/sitting/navigation/overview-items.ts";
import { Overview } from "#components/sitting/navigation/overview.tsx";
import { SittingBar } from "#components/sitting/page/sitting-bar.tsx";
import { NoCases } from "#components/sitting/rehearsal/case.tsx";
import type { PageProps } from "#components/sitting/rehearsal/page.tsx";
import { findFirstOpen, listRehearsed, turnTo } from "#components/sitting/rehearsal/state.ts";
import { fill } from "#components/sitting/words.ts";
import { Button } from "#components/ui/button.tsx";

export function RehearsalOverview({ plan, text: { words, title }, now, onChange }: PageProps) {
  if (plan.cases.length === 0) return <NoCases title={title} words={words} problem={plan.problem} />;
  const items = listRehearsed(plan, now);
  const isComplete = countAnswered(items) === items.length;
  const practice = plan.cases.length - items.length;
  const to = (place: number) => onChange(turnTo(now, "case", practice + place - 1));
  const told = fill(words.overview.answered, { done: countAnswered(items), count: items.length });
  return (
    <div className="grid gap-6">
      <SittingBar
        title={words.overview.title}
        info={<span>{told}</span>}
        progress={{ done: countAnswered(items), count: items.length, label: words.case.answered, told }}
      />
      <Overview
        items={items}
        words={words}
        hint={plan.questions.mayGoBack ? words.overview.hint : words.overview.noReturn}
        goTo={
          plan.questions.mayGoBack
            ? (place, { label, className, children }) => (
                <button type="button" aria-label={label} className={className} onClick={() => to(place)}>
                  {children}
                </button>
              )
            : undefined
        }
      >
        <div className="grid justify-items-start gap-3 border-t border-line pt-6">
          {isComplete ? (
            <>
              <p>{words.submit.body}</p>
              <Button variant="primary" onClick={() => onChange(turnTo(now, "debrief"))}>
                {words.submit.confirm}
              </Button>
            </>
          ) : (
            <>
              <Button
                variant="primary"
                onClick={() => onChange(turnTo(now, "case", findFirstOpen(plan, now)))}
              >
                {words.overview.resume}
              </Button>
              <p className="text-ink-muted">{words.overview.notYet}</p>
            </>
          )}
        </div>
      </Overview>
    </div>
  );
}
