import type { OptimisticAnswers } from "#components/sitting/navigation/optimistic-answers.ts";
import { type AnswerContent, isSameGiven } from "#lib/sittings/answers/answer-content.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";

const draftingMs = 150;

type Fields = {
  /** What they were last set to, or gave. */
  readonly base: AnswerContent;
  read: () => { given: AnswerContent };
  told: () => Pick<AnswerValue, "activeMs" | "firstAnswerMs" | "focusLosses" | "unfolded">;
};
type Place = {
  form: Pick<HTMLFormElement, "getBoundingClientRect">;
  position: number;
  answers: Pick<OptimisticAnswers, "draft" | "setDraft">;
};

/** Keeps what is begun, soon after every change. */
export function holdDraft(held: Fields, { form, position, answers }: Place) {
  let planned: ReturnType<typeof setTimeout> | undefined;
  let isTakenUp = false;
  let isPutOff = false;
  /** What was begun before and isn't back in its fields yet is not to be lost to a page that goes before it is painted. */
  const isUnread = (given: AnswerContent) => !isTakenUp && isSameGiven(given, held.base);

  function now(): void {
    clearTimeout(planned);
    planned = undefined;
    const { given } = held.read();
    if (isUnread(given)) {
      isPutOff = true;
      return;
    }
    isPutOff = false;
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
    /** What was changed and changed back before that is a draft, too: until it is set, the page says that it is being saved. */
    catchUp: () => void (isPutOff && now()),
  };
}
