import { answerFields, cannotReadChoice } from "#lib/sittings/answers/fields.ts";
import { readAnswer, keepUnread } from "#lib/sittings/answers/read-answer.ts";
import { type AnswerContent, isSameGiven } from "#lib/sittings/answers/answer-content.ts";
import type { CaseQuestions } from "#lib/sittings/answers/schema.ts";
import type { UnreadField } from "#lib/task-kinds/kind.ts";
import { formKindOf } from "#lib/task-kinds/form-registry.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";
import {
  type CaseClock,
  addTimes,
  startClock,
  readUnfolded,
  watchCandidates,
} from "#components/sitting/case/case-measures.ts";
import type { OptimisticAnswers } from "#components/sitting/navigation/optimistic-answers.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import { mergeGiven, emptyAnswer } from "#lib/sittings/answers/changed-parts.ts";
import { maxReason } from "#lib/sittings/limits.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { afterPaint, runDeferred } from "#components/sitting/navigation/deferred-work.ts";
import { isUpToDate } from "#components/sitting/device/outbox-rules.ts";
import { holdDraft } from "#components/sitting/case/hold-draft.ts";
import { watchReason } from "#components/sitting/case/watch-text.ts";
import { listLacking, listMissing } from "#lib/sittings/answers/completeness.ts";

type FieldsRead = {
  /** As it stands there, also where it isn't fit to be an answer yet. */
  given: AnswerContent;
  problem: UnreadField | null;
};

function readFields(form: HTMLFormElement, options: number, asked: CaseQuestions): FieldsRead {
  const { written, problem } = readAnswer(new FormData(form), options, asked);
  return { given: written, problem };
}

/** Sets the native fields. The numbers are drawn anew by whoever draws them: they tell more than they hold. */
function setFields(form: HTMLFormElement, given: AnswerContent, kind: KindName): void {
  const { knowsWork, isFlagged, cannotRead, reason } = given;
  const pressed: Readonly<Record<string, string>> = {
    ...formKindOf(kind).pressedIn(given),
    ...(cannotRead && { [kindOf(kind).decidingField]: cannotReadChoice }),
    [answerFields.knowsWork]: knowsWork === null ? "" : knowsWork ? "yes" : "no",
  };
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement && field.name === answerFields.reason) {
      if (field.value !== (reason ?? "")) field.value = reason ?? "";
    }
    if (!(field instanceof HTMLInputElement)) continue;
    const wanted = pressed[field.name];
    if (wanted !== undefined) field.checked = field.value === wanted;
    if (field.name === answerFields.flag) field.checked = isFlagged;
  }
}

const isTooLong = ({ reason }: AnswerContent) => (reason ?? "").length > maxReason;
/** So long at most is anything put off, however often it changes. */
const longestPauseMs = 3000;
/** Less than this isn't worth telling by itself. */
const minMs = 500;

type CaseSetting = {
  form: HTMLFormElement;
  shown: ShownCase;
  questions: CaseQuestions;
  answers: OptimisticAnswers;
  words: Pick<SittingWords, "extra">;
  /** What its fields were last set to, or gave. */
  base: AnswerContent | null;
  /** Draws the numbers anew. */
  draw: (given: AnswerContent) => void;
};

/** What stands in the fields, and what they were last set to, or gave. */
function holdFields({ form, shown, questions, answers, draw, base }: CaseSetting, clock: CaseClock) {
  const nothing = emptyAnswer(kindOf(questions.kind));
  const drawnParts = ["confidence", ...(formKindOf(questions.kind).drawnParts ?? [])];
  const read = () => readFields(form, shown.names.length, questions);
  return {
    base: base ?? nothing,
    nothing,
    read,
    /** Only what is stored is called saved; where one doesn't go back, a draft is, unless it can't hold all of it. */
    noteShown(isLeft = false): void {
      const { given, problem } = read();
      const isUnfit = problem !== null || isTooLong(given);
      const isHeld = questions.mayGoBack || (isUnfit && !isLeft);
      const form = { answer: { ...given, ...this.told() }, isUnfit, isLeft };
      answers.noteForm(shown.position, isHeld ? form : null);
    },
    /** What comes with an answer without having been given. */
    told: () => ({ ...clock.read(), unfolded: readUnfolded(form) }),
    /** What was changed here since then stays. */
    lay(wanted: AnswerContent, since: AnswerContent): boolean {
      const here = read().given;
      const next = mergeGiven(since, here, wanted);
      if (isSameGiven(here, next)) return false;
      setFields(form, next, questions.kind);
      const drawn = drawnParts.map((part) => [part, next[part]]);
      if (!isSameGiven({ ...here, ...Object.fromEntries(drawn) }, here)) draw(next);
      return true;
    },
  };
}
type FieldState = ReturnType<typeof holdFields>;

/** Puts what is given as the answer, at once or after a pause. */
function holdAnswer(held: FieldState, { shown: { position }, questions, answers }: CaseSetting) {
  const kind = kindOf(questions.kind);
  let planned: ReturnType<typeof setTimeout> | undefined;
  let latest = Infinity;

  function now(evenTimes = false, { given, problem } = held.read()): void {
    clearTimeout(planned);
    planned = undefined;
    latest = Infinity;
    const before = answers.known(position).answer;
    const reason = isTooLong(given) ? (before?.reason ?? null) : given.reason;
    const answer = keepUnread({ ...given, reason, ...held.told() }, problem, before, kind);
    const isSame = isSameGiven(answer, before ?? held.nothing);
    const isWorthIt = evenTimes && before !== null && answer.activeMs - before.activeMs >= minMs;
    if (isSame && !isWorthIt) return;
    held.base = answer;
    answers.put(position, answer);
  }
  return {
    now,
    after(ms: number): void {
      clearTimeout(planned);
      latest = Math.min(latest, performance.now() + longestPauseMs);
      planned = setTimeout(now, Math.min(ms, latest - performance.now()));
    },
    ifPlanned(): void {
      if (planned !== undefined) now();
    },
    cancel: () => clearTimeout(planned),
  };
}

const pauses = { writing: 1000, sliding: 300 };

/** One case for as long as it is in front of somebody: what is given becomes an answer or a draft. */
export function openCaseSession(setting: CaseSetting) {
  const { form, shown, questions, answers, words } = setting;
  const { position } = shown;
  const { mayGoBack } = questions;
  const kind = kindOf(questions.kind);
  const clock = startClock(answers.times.get(position) ?? answers.known(position).answer);
  const held = holdFields(setting, clock);
  const [saving, drafting] = [holdAnswer(held, setting), holdDraft(held, { form, position, answers })];
  const leaving = new AbortController();
  const { signal } = leaving;

  /** Takes over what counts now. */
  function sync(): void {
    const wanted = answers.known(position).answer ?? held.nothing;
    if (isSameGiven(wanted, held.base)) return;
    held.lay(wanted, held.base);
    held.base = wanted;
    keepOwn();
  }
  /** What somebody gave while nobody listened, or what stays beside a newer answer. */
  function keepOwn({ given } = held.read()): void {
    held.noteShown();
    if (isSameGiven(given, held.base)) return;
    if (mayGoBack) saving.after(pauses.sliding);
    else drafting.soon();
  }
  /** The page may not come back. */
  function pause(): void {
    if (mayGoBack) saving.ifPlanned();
    drafting.now();
    runDeferred();
  }
  async function takeUpDraft(): Promise<void> {
    const draft = await drafting.takeUp();
    if (signal.aborted) return;
    if (draft) clock.learn(draft.answer);
    // A draft upon another answer stays for when that one is known.
    const isKept = draft !== null && !isUpToDate(draft, answers.known(position));
    if (draft && !isKept && held.lay(draft.answer, atFirst)) keepOwn();
    else if (!mayGoBack && !isKept) drafting.catchUp();
    if (!draft) return;
    // Only the case with which the page was opened was left in the middle; the browser may know where, too.
    if (answers.msSinceMove() === null && scrollY < 1)
      scrollTo(0, form.getBoundingClientRect().top + draft.scrolled);
  }

  // For the form that is sent as a form.
  form.addEventListener("formdata", ({ formData }) => addTimes(formData, clock), { signal });
  signal.addEventListener("abort", watchReason(form, words));
  addEventListener("pagehide", pause, { signal });
  document.addEventListener("visibilitychange", () => document.hidden && pause(), { signal });
  addEventListener("scroll", drafting.soon, { passive: true, signal });
  sync();
  const atFirst = held.base;
  const found = held.read();
  if (kind.decide(found.given) !== kind.decide(atFirst)) clock.answered();
  keepOwn(found);
  afterPaint(() => {
    if (signal.aborted) return;
    signal.addEventListener("abort", watchCandidates(form));
    void takeUpDraft();
  });

  return {
    sync,
    /** What is given, and what would be asked for if one went on now; whether it can't be taken as it is. */
    look() {
      const { given, problem } = held.read();
      const isOver = isTooLong(given);
      const lacking = listLacking({ value: given, problem }, questions);
      return {
        given,
        lacking: isOver ? [...lacking, "tooLong" as const] : lacking,
        isUnfit: problem !== null || isOver,
      };
    },
    changed(field: string): void {
      held.noteShown();
      if (field.startsWith(kind.decidingField)) clock.answered();
      const isWritten = field === answerFields.reason;
      const isNumber = field === answerFields.confidence || formKindOf(questions.kind).isGradual?.(field);
      if (mayGoBack && !isWritten && !isNumber) return afterPaint(saving.now);
      drafting.soon();
      if (mayGoBack) saving.after(isWritten ? pauses.writing : pauses.sliding);
      else answers.noteChange();
    },
    /** Puts what only waited for a pause. */
    save: saving.ifPlanned,
    /** The numbers stand in their fields, drawn after the others were set. */
    drawn: () => keepOwn(),
    /** `isConfirmed`: one goes on, so that what is there is the answer. Tells what its fields last gave. */
    leave(isConfirmed: boolean): AnswerContent {
      leaving.abort();
      saving.cancel();
      drafting.cancel();
      const left = held.read();
      if (mayGoBack || isConfirmed) saving.now(isConfirmed, left);
      held.noteShown(true);
      const { given } = left;
      const known = answers.known(position).answer;
      // Where one doesn't go back nothing can come of what was begun beside a whole answer: another device went on from it.
      const isPast = !mayGoBack && listMissing(known, questions).length === 0;
      const isWhole = known !== null && (isPast || isSameGiven(given, known));
      // It begins at its top the next time.
      const draft = isWhole ? null : { answer: { ...given, ...held.told() }, scrolled: -Infinity };
      if (!drafting.isUnread(given)) answers.setDraft(position, draft);
      answers.times.set(position, clock.read());
      clock.stop();
      return held.base;
    },
  };
}
export type CaseSession = ReturnType<typeof openCaseSession>;
