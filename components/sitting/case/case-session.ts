import {
  holdAnswer,
  holdDraft,
  holdFields,
  isTooLong,
  type CaseSetting,
  type FieldState,
} from "#components/sitting/case/case-answer.ts";
import { addTimes, startClock, type CaseClock } from "#components/sitting/case/case-clock.ts";
import type { MissingPart } from "#lib/task-kinds/kind.ts";
import { afterPaint, runDeferred } from "#components/sitting/navigation/deferred-work.ts";
import { isUpToDate } from "#components/sitting/device/outbox-rules.ts";
import type { FieldsRead } from "#components/sitting/case/fields.ts";
import { watchCandidates } from "#components/sitting/case/watch-candidates.ts";
import { watchReason } from "#components/sitting/case/watch-text.ts";
import { listLacking, listMissing } from "#lib/sittings/answers/completeness.ts";
import { isSameGiven, type AnswerContent } from "#lib/sittings/answers/answer-content.ts";
import { formKindOf } from "#lib/task-kinds/form-registry.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import { answerFields } from "#lib/sittings/answers/fields.ts";

const pauses = { writing: 1000, sliding: 300 };

export type CaseSession = {
  look: () => {
    given: AnswerContent;
    /** What would be asked for if one went on now. */
    lacking: MissingPart[];
    /** Whether what stands there can't be taken as it is. */
    isUnfit: boolean;
  };
  changed: (field: string) => void;
  /** Puts what only waited for a pause. */
  save: () => void;
  /** Takes over what counts now; whether that changed what stands in the fields. */
  sync: () => boolean;
  /** The numbers stand in their fields, drawn after the others were set. */
  drawn: () => void;
  /** `isConfirmed`: one goes on, so that what is there is the answer. Tells what its fields last gave. */
  leave: (isConfirmed: boolean) => AnswerContent;
};

type CaseContext = CaseSetting & {
  clock: CaseClock;
  held: FieldState;
  saving: ReturnType<typeof holdAnswer>;
  drafting: ReturnType<typeof holdDraft>;
};

/** One case for as long as it is in front of somebody: what is given becomes an answer or a draft. */
export function openCaseSession(setting: CaseSetting): CaseSession {
  const { shown, questions, answers } = setting;
  const kind = kindOf(questions.kind);
  const clock = startClock(answers.times.get(shown.position) ?? answers.known(shown.position).answer);
  const held = holdFields(setting, clock);
  const [saving, drafting] = [holdAnswer(held, setting), holdDraft(held, setting)];
  const attended: CaseContext = { ...setting, clock, held, saving, drafting };
  const leaving = new AbortController();
  const { signal } = leaving;
  listen(attended, signal);
  sync(attended);
  const atFirst = held.base;
  const found = held.read();
  if (kind.decide(found.given) !== kind.decide(atFirst)) clock.answered();
  keepOwn(attended, found);
  afterPaint(() => {
    if (signal.aborted) return;
    signal.addEventListener("abort", watchCandidates(setting.form));
    void takeUpDraft(attended, atFirst, signal);
  });

  return {
    look() {
      const { given, problem } = held.read();
      const lacking = listLacking({ value: given, problem }, questions);
      const isOver = isTooLong(given);
      return {
        given,
        lacking: isOver ? [...lacking, "tooLong"] : lacking,
        isUnfit: problem !== null || isOver,
      };
    },
    changed: (field) => noteChange(attended, field),
    save: saving.ifPlanned,
    sync: () => sync(attended),
    drawn: () => keepOwn(attended),
    leave(isConfirmed) {
      leaving.abort();
      leave(attended, isConfirmed);
      return held.base;
    },
  };
}

/** Takes over what counts now. */
function sync(attended: CaseContext): boolean {
  const { held } = attended;
  const wanted = held.counting();
  if (isSameGiven(wanted, held.base)) return false;
  const isChanged = held.lay(wanted, held.base);
  held.base = wanted;
  keepOwn(attended);
  return isChanged;
}

/** What somebody gave while nobody listened, or what stays beside a newer answer. */
function keepOwn(
  { held, saving, drafting, questions }: CaseContext,
  { given }: Pick<FieldsRead, "given"> = held.read(),
): void {
  held.noteShown();
  if (isSameGiven(given, held.base)) return;
  if (questions.mayGoBack) saving.after(pauses.sliding);
  else drafting.soon();
}

function noteChange({ questions, answers, clock, held, saving, drafting }: CaseContext, field: string): void {
  held.noteShown();
  if (field.startsWith(kindOf(questions.kind).decidingField)) clock.answered();
  const isWritten = field === answerFields.reason;
  const isNumber = field === answerFields.confidence || formKindOf(questions.kind).isGradual?.(field);
  if (questions.mayGoBack && !isWritten && !isNumber) return afterPaint(saving.now);
  drafting.soon();
  if (questions.mayGoBack) saving.after(isWritten ? pauses.writing : pauses.sliding);
  else answers.noteChange();
}

function listen({ form, words, questions, clock, saving, drafting }: CaseContext, signal: AbortSignal): void {
  /** The page may not come back. */
  function pause(): void {
    if (questions.mayGoBack) saving.ifPlanned();
    drafting.now();
    runDeferred();
  }
  // For the form that is sent as a form.
  form.addEventListener("formdata", ({ formData }) => addTimes(formData, clock), { signal });
  signal.addEventListener("abort", watchReason(form, words));
  addEventListener("pagehide", pause, { signal });
  document.addEventListener("visibilitychange", () => document.hidden && pause(), { signal });
  addEventListener("scroll", drafting.soon, { passive: true, signal });
}

async function takeUpDraft(
  attended: CaseContext,
  atFirst: AnswerContent,
  signal: AbortSignal,
): Promise<void> {
  const { form, answers, shown, clock, held, drafting } = attended;
  const draft = await drafting.takeUp();
  if (!draft || signal.aborted) return;
  clock.learn(draft.answer);
  if (isUpToDate(draft, answers.known(shown.position)) && held.lay(draft.answer, atFirst)) keepOwn(attended);
  // Only the case with which the page was opened was left in the middle; the browser may know where, too.
  if (answers.msSinceMove() === null && scrollY < 1)
    scrollTo(0, form.getBoundingClientRect().top + draft.scrolled);
}

function leave(
  { shown, questions, answers, clock, held, saving, drafting }: CaseContext,
  isConfirmed: boolean,
) {
  const { position } = shown;
  saving.cancel();
  drafting.cancel();
  const left = held.read();
  if (questions.mayGoBack || isConfirmed) saving.now(isConfirmed, left);
  held.noteShown(true);
  const { given } = left;
  const known = answers.known(position).answer;
  // Where one doesn't go back nothing can come of what was begun beside a whole answer: another device went on from it.
  const isPast = !questions.mayGoBack && listMissing(known, questions).length === 0;
  const isWhole = known !== null && (isPast || isSameGiven(given, known));
  // It begins at its top the next time.
  const draft = isWhole ? null : { answer: { ...given, ...held.told() }, scrolled: -Infinity };
  if (!drafting.isUnread(given)) answers.setDraft(position, draft);
  answers.times.set(position, clock.read());
  clock.stop();
}
