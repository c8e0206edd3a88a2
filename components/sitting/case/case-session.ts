import { addTimes, startClock } from "#components/sitting/case/case-clock.ts";
import type { MissingPart } from "#lib/task-kinds/kind.ts";
import { afterPaint, runDeferred } from "#components/sitting/navigation/deferred-work.ts";
import {
  isSameGiven,
  mergeGiven,
  nothingGiven,
  readFields,
  setFields,
  type Given,
} from "#components/sitting/case/fields.ts";
import type { OptimisticAnswers } from "#components/sitting/navigation/optimistic-answers.ts";
import { readUnfolded, watchCandidates } from "#components/sitting/case/watch-candidates.ts";
import { watchReason } from "#components/sitting/case/watch-text.ts";
import type { SittingWords } from "#components/sitting/words.ts";
import { listLacking } from "#lib/sittings/answers/completeness.ts";
import { keepUnread } from "#lib/sittings/answers/read-answer.ts";
import { formKindOf } from "#lib/task-kinds/form-registry.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import { answerFields } from "#lib/sittings/answers/fields.ts";
import { mostReason } from "#lib/sittings/limits.ts";
import type { Asked } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";

const pauses = { writing: 1000, sliding: 300, drafting: 150 };
const isTooLong = ({ reason }: Given) => (reason ?? "").length > mostReason;
/** Less than this isn't worth telling by itself. */
const leastMs = 500;

export type CaseSession = {
  given: () => Given;
  /** What would be asked for if one went on now. */
  listLacking: () => MissingPart[];
  /** Whether what stands there can't be taken as it is. */
  isUnfit: () => boolean;
  changed: (field: string) => void;
  /** Puts what only waited for a pause. */
  save: () => void;
  /** Takes over what counts now; whether that changed what stands in the fields. */
  sync: () => boolean;
  /** `isConfirmed`: one goes on, so that what is there is the answer. Tells what its fields last gave. */
  leave: (isConfirmed: boolean) => Given;
};

type Setting = {
  form: HTMLFormElement;
  shown: ShownCase;
  questions: Asked;
  answers: OptimisticAnswers;
  words: Pick<SittingWords, "extra">;
  /** What its fields were last set to, or gave. */
  base: Given | null;
  /** Draws the numbers anew. */
  draw: (given: Given) => void;
};

/** One case for as long as it is in front of somebody: what is given becomes an answer or a draft. */
export function openCaseSession({
  form,
  shown,
  questions,
  answers,
  words,
  draw,
  ...setting
}: Setting): CaseSession {
  const { position, names } = shown;
  const { mayGoBack } = questions;
  const kind = kindOf(questions.kind);
  const fields = formKindOf(questions.kind);
  const nothing = nothingGiven(kind);
  let base = setting.base ?? nothing;
  let hasLeft = false;
  let isTakenUp = false;
  let saving: ReturnType<typeof setTimeout> | undefined;
  let drafting: ReturnType<typeof setTimeout> | undefined;
  const clock = startClock(answers.times.get(position) ?? answers.known(position).answer);
  const read = () => readFields(form, names.length, questions);
  /** What comes with an answer without having been given. */
  const told = () => ({ ...clock.read(), unfolded: readUnfolded(form) });
  const counting = (): Given => answers.known(position).answer ?? nothing;

  /** What was changed here since then stays. */
  function lay(wanted: Given, since = base): boolean {
    const here = read().given;
    const next = mergeGiven(since, here, wanted);
    if (isSameGiven(here, next)) return false;
    setFields(form, next, questions.kind);
    const drawn = ["confidence", ...fields.drawnParts].map((part) => [part, next[part]]);
    if (!isSameGiven({ ...here, ...Object.fromEntries(drawn) }, here)) draw(next);
    return true;
  }

  function sync(): boolean {
    const wanted = counting();
    if (isSameGiven(wanted, base)) return false;
    const isChanged = lay(wanted);
    base = wanted;
    keepOwn();
    return isChanged;
  }
  /** What somebody gave while nobody listened, or what stays beside a newer answer. */
  function keepOwn({ given } = read()): void {
    if (isSameGiven(given, base)) return;
    if (mayGoBack) saveAfter(pauses.sliding);
    else draftSoon();
  }

  function save(evenTimes = false, { given, problem } = read()): void {
    clearTimeout(saving);
    saving = undefined;
    const before = answers.known(position).answer;
    const reason = isTooLong(given) ? (before?.reason ?? null) : given.reason;
    const answer = keepUnread({ ...given, reason, ...told() }, problem, before, kind);
    const isSame = isSameGiven(answer, before ?? nothing);
    const isWorthIt = evenTimes && before !== null && answer.activeMs - before.activeMs >= leastMs;
    if (isSame && !isWorthIt) return;
    base = answer;
    answers.put(position, answer);
  }

  function keepDraft(scrollY = window.scrollY): void {
    clearTimeout(drafting);
    drafting = undefined;
    const { given } = read();
    if (isUnread(given)) return;
    answers.setDraft(position, { answer: { ...given, ...told() }, scrollY });
  }
  /** What was begun before and isn't back in its fields yet is not to be lost to a page that goes before it is painted. */
  const isUnread = (given: Given) => !isTakenUp && isSameGiven(given, base);
  function draftSoon(): void {
    drafting ??= setTimeout(() => keepDraft(), pauses.drafting);
  }
  function saveAfter(ms: number): void {
    clearTimeout(saving);
    saving = setTimeout(() => save(), ms);
  }

  function changed(field: string): void {
    if (field === kind.decidingField) clock.answered();
    const isWritten = field === answerFields.reason;
    const isNumber = field === answerFields.confidence || fields.isGradual(field);
    if (!mayGoBack || isWritten || isNumber) draftSoon();
    if (!mayGoBack) return;
    if (isWritten || isNumber) saveAfter(isWritten ? pauses.writing : pauses.sliding);
    else save();
  }

  /** The page may not come back. */
  function pause(): void {
    if (mayGoBack && saving !== undefined) save();
    keepDraft();
    runDeferred();
  }
  function hidden(): void {
    if (document.visibilityState === "hidden") pause();
  }
  /** For the form that is sent as a form. */
  const tellTimes = ({ formData }: FormDataEvent) => addTimes(formData, clock);
  form.addEventListener("formdata", tellTimes);
  const unwatch = watchReason(form, words);
  window.addEventListener("pagehide", pause);
  document.addEventListener("visibilitychange", hidden);
  window.addEventListener("scroll", draftSoon, { passive: true });

  async function takeUpDraft(): Promise<void> {
    const draft = await answers.draft(position);
    isTakenUp = true;
    if (!draft || hasLeft) return;
    clock.learn(draft.answer);
    if (draft.revision === answers.known(position).revision && lay(draft.answer, atFirst)) keepOwn();
    // Only the case with which the page was opened was left in the middle; the browser may know where, too.
    if (answers.msSinceMove() === null && window.scrollY < 1) window.scrollTo({ top: draft.scrollY });
  }
  let untell = () => {};
  afterPaint(() => {
    if (hasLeft) return;
    untell = watchCandidates(form);
    void takeUpDraft();
  });

  sync();
  const atFirst = base;
  const found = read();
  if (kind.decide(found.given) !== kind.decide(base)) clock.answered();
  keepOwn(found);
  function listNow(): MissingPart[] {
    const { given, problem } = read();
    const lacking = listLacking({ value: given, problem }, questions);
    return isTooLong(given) ? [...lacking, "tooLong"] : lacking;
  }

  return {
    given: () => read().given,
    listLacking: listNow,
    isUnfit() {
      const { given, problem } = read();
      return problem !== null || isTooLong(given);
    },
    changed,
    save() {
      if (saving !== undefined) save();
    },
    sync,
    leave(isConfirmed) {
      hasLeft = true;
      clearTimeout(saving);
      clearTimeout(drafting);
      const left = read();
      if (mayGoBack || isConfirmed) save(isConfirmed, left);
      const { given } = left;
      const known = answers.known(position).answer;
      const isWhole = known !== null && isSameGiven(given, known);
      // It begins at its top the next time.
      if (!isUnread(given))
        answers.setDraft(position, isWhole ? null : { answer: { ...given, ...told() }, scrollY: 0 });
      answers.times.set(position, clock.read());
      clock.stop();
      untell();
      unwatch();
      form.removeEventListener("formdata", tellTimes);
      window.removeEventListener("pagehide", pause);
      document.removeEventListener("visibilitychange", hidden);
      window.removeEventListener("scroll", draftSoon);
      return base;
    },
  };
}
