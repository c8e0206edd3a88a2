import type { CaseClock } from "#components/sitting/case/case-clock.ts";
import { readFields, setFields } from "#components/sitting/case/fields.ts";
import { readUnfolded } from "#components/sitting/case/watch-candidates.ts";
import type { OptimisticAnswers } from "#components/sitting/navigation/optimistic-answers.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import { mergeGiven, emptyAnswer } from "#lib/sittings/answers/changed-parts.ts";
import { isSameGiven, type AnswerContent } from "#lib/sittings/answers/answer-content.ts";
import { keepUnread } from "#lib/sittings/answers/read-answer.ts";
import type { CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { maxReason } from "#lib/sittings/limits.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { formKindOf } from "#lib/task-kinds/form-registry.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";

export const isTooLong = ({ reason }: AnswerContent) => (reason ?? "").length > maxReason;
const draftingMs = 150;
/** So long at most is anything put off, however often it changes. */
const longestPauseMs = 3000;
/** Less than this isn't worth telling by itself. */
const minMs = 500;

export type CaseSetting = {
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
export function holdFields({ form, shown, questions, answers, draw, base }: CaseSetting, clock: CaseClock) {
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
    counting: (): AnswerContent => answers.known(shown.position).answer ?? nothing,
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
export type FieldState = ReturnType<typeof holdFields>;

/** Puts what is given as the answer, at once or after a pause. */
export function holdAnswer(held: FieldState, { shown: { position }, questions, answers }: CaseSetting) {
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

/** Keeps what is begun, soon after every change. */
export function holdDraft(held: FieldState, { form, shown: { position }, answers }: CaseSetting) {
  let planned: ReturnType<typeof setTimeout> | undefined;
  let isTakenUp = false;
  /** What was begun before and isn't back in its fields yet is not to be lost to a page that goes before it is painted. */
  const isUnread = (given: AnswerContent) => !isTakenUp && isSameGiven(given, held.base);

  function now(): void {
    clearTimeout(planned);
    planned = undefined;
    const { given } = held.read();
    if (isUnread(given)) return;
    // What stands above the case comes and goes, as when the server isn't reached.
    const scrolled = -form.getBoundingClientRect().top;
    answers.setDraft(position, { answer: { ...given, ...held.told() }, scrolled });
  }
  return {
    now,
    isUnread,
    soon: () => void (planned ??= setTimeout(now, draftingMs)),
    cancel: () => clearTimeout(planned),
    takeUp: async () => {
      const draft = await answers.draft(position);
      isTakenUp = true;
      return draft;
    },
  };
}
