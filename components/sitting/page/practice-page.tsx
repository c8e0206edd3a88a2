import type { ComponentProps, ReactNode } from "react";
import { ParticipantMain } from "#components/shell/participant-main.tsx";
import { PracticeCase } from "#components/sitting/case/practice-case.tsx";
import { casePlace } from "#components/sitting/page/page-words.ts";
import { SittingBar } from "#components/sitting/page/sitting-bar.tsx";
import type { SittingPage } from "#components/sitting/page/sitting-page.tsx";
import type { SittingWords } from "#components/sitting/words.ts";
import type { AnswerValue, CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";
import clsx from "clsx";
import { CaseKeys } from "#components/sitting/keys/case-keys.tsx";
import { CaseFooter, onwardWidth } from "#components/sitting/page/case-controls.tsx";
import { feedbackOf } from "#components/task-kinds/feedback.ts";
import { Reading } from "#components/task-kinds/registry.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";

type Step = {
  position: number;
  isPractice: boolean;
  asked: CaseQuestions;
  answer: AnswerValue | null;
  revision: number;
  part?: ReactNode;
};
type Props = Pick<ComponentProps<typeof SittingPage>, "menu" | "Main"> &
  Pick<ComponentProps<typeof PracticeCase>, "sittingId" | "shown" | "words" | "sendTo"> & {
    /** Of all cases, of which practice is counted apart. */
    progress: readonly Step[];
    /** What is said of its kind. */
    said: SittingWords;
    /** Which option is right, once one is told; null before. */
    right: number | null;
    /** The way on from there. */
    onward: ComponentProps<"form">;
  };

/** A case to practise with: answered as any other, and then with what is right. */
export function PracticePage({ progress, said, right, onward, menu, Main = ParticipantMain, ...own }: Props) {
  const at = progress.findIndex(({ position }) => position === own.shown.position);
  const present = progress[at];
  if (!present) return null;
  const { asked, answer, revision, part } = present;
  const count = progress.filter(({ isPractice }) => isPractice).length;
  const place = progress.slice(0, at + 1).filter(({ isPractice }) => isPractice).length;
  const isTold = right !== null && answer !== null && kindOf(asked.kind).decide(answer) !== null;
  return (
    <>
      <SittingBar title={casePlace({ place, count, isPractice: true, words: said })} ways={menu} />
      <Main close wide>
        <div className="grid gap-6">
          {isTold ? (
            <CheckedCase
              kind={asked.kind}
              shown={own.shown}
              right={right}
              value={answer}
              words={said}
              form={onward}
            />
          ) : (
            <>
              <p className="text-ink-muted">{said.case.practiceNote}</p>
              <PracticeCase
                key={present.position}
                {...own}
                questions={asked}
                part={part}
                answer={answer}
                revision={revision}
                next={said.case.check}
                isFirst={!progress[at - 1]?.isPractice}
              />
            </>
          )}
        </div>
      </Main>
    </>
  );
}

type CheckedCaseProps = {
  kind: KindName;
  shown: Pick<ShownCase, "content" | "names" | "language">;
  right: number;
  value: OwnValue;
  words: Pick<SittingWords, "keys" | "practice" | "reading">;
  /** The way on, by its button and by the keys that go on from any other case. */
  form: ComponentProps<"form">;
};

/** A practice case once it was answered: as it was read, with what is right and what was chosen on the cards themselves. */
function CheckedCase({ kind, shown, right, value, words, form }: CheckedCaseProps) {
  const { content, names, language } = shown;
  const feedback = feedbackOf(kind);
  const told = { names, right, value, words };
  return (
    <form {...form} data-kind={kind} className="grid gap-6">
      <p role="status" className="text-xl font-semibold">
        {feedback.say(told)}
      </p>
      <Reading
        kind={kind}
        content={content}
        names={names}
        language={language}
        words={words.reading}
        marks={feedback.mark(told)}
      />
      <CaseFooter>
        <div className="ml-auto flex items-center gap-3 max-sm:grow">
          <CaseKeys names={names} field={kindOf(kind).decidingField} isOn keys={words.keys} />
          <button value="next" className={clsx(buttonClass({ variant: "primary" }), onwardWidth)}>
            {words.practice.goOn}
          </button>
        </div>
      </CaseFooter>
    </form>
  );
}
