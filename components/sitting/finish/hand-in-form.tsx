"use client";

import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
} from "react";
import type { AnswerStore, KnownAnswer } from "#components/sitting/device/answer-store-types.ts";
import { counted, SendingState } from "#components/sitting/device/sending-state.tsx";
import { useAnswerStore } from "#components/sitting/device/use-answer-store.ts";
import { MissingCases, type FinishCase } from "#components/sitting/finish/missing-cases.tsx";
import { SubmitConfirmation } from "#components/sitting/finish/submit-confirmation.tsx";
import { useSteadyAction } from "#components/sitting/use-steady-action.ts";
import { optionalMark, refusalOf, type SittingWords } from "#components/sitting/words.ts";
import type { CountingWords } from "#components/sitting/case/watch-text.ts";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn } from "#components/ui/fields/submit-button.tsx";
import { listMissing } from "#lib/sittings/answers/completeness.ts";
import type { Asked } from "#lib/sittings/answers/schema.ts";
import { handIn } from "#lib/sittings/joining/participant-actions.ts";

type Case = FinishCase & KnownAnswer & { asked: Asked };
type FinishWords = Pick<SittingWords, "submit" | "own" | "overview" | "optional"> & {
  finish: Record<
    | "sendingOne"
    | "sending"
    | "refusedOne"
    | "refused"
    | "missingTitle"
    | "missing"
    | "missingOne"
    | "over"
    | "overDrafts"
    | "overOneWay"
    | "waiting",
    string
  >;
  sending: Parameters<typeof SendingState>[0]["words"];
  unreached: string;
  counting: CountingWords;
};
type Props = {
  sittingId: string;
  /** Those that count, as the server knows them. */
  cases: readonly Case[];
  questions: Pick<Asked, "mayGoBack" | "draftsCount">;
  /** How long a last comment may be; null where none is asked for. */
  mostComment: number | null;
  /** The time is over: what is missing stays so. */
  isOver: boolean;
  flagged: number;
  passed: number;
  /** What is said of other devices, once all of this one is stored. */
  elsewhere: ReactNode;
  words: FinishWords;
};

const never = () => () => undefined;
const signInFrom = (sittingId: string) => `/sign-in?as=participant&next=/sittings/${sittingId}/finish`;

/** Nothing is handed in before everything that was answered here is stored. Without a script the server alone decides. */
export function HandInForm(props: Props) {
  const { sittingId, cases, questions, mostComment, isOver, flagged, passed, elsewhere, words } = props;
  const { answer, action, store, form, isPressed, wait, obstacle } = useHandingIn(props);
  const refused = answer && !answer.ok ? answer : null;
  const isTooLong = Boolean(refused?.fields?.comment);
  const missing = useMissing(store, cases, refused?.fields);
  const { finish, submit, overview } = words;
  const leadTo = questions.mayGoBack ? (position: number) => `/sittings/${sittingId}/${position}` : null;
  const first = isOver ? undefined : missing[0];
  return (
    <SubmitConfirmation
      flagged={flagged}
      passed={passed}
      words={words}
      form={{ action, onSubmit: wait, onReset: keepFilledIn, ref: form }}
      waiting={isPressed ? finish.waiting : null}
      instead={
        first && (
          <ButtonLink href={`/sittings/${sittingId}/${first.position}`} variant="primary">
            {overview.resume}
          </ButtonLink>
        )
      }
      back={
        <ButtonLink href={`/sittings/${sittingId}/overview`}>
          {first ? overview.title : submit.back}
        </ButtonLink>
      }
    >
      {isOver && <Callout>{sayOver(questions, finish)}</Callout>}
      {first && (
        <MissingCases
          cases={missing}
          addressOf={leadTo}
          title={finish.missingTitle}
          says={missing.length === 1 ? finish.missingOne : finish.missing}
          words={overview}
        />
      )}
      <Unsent {...{ store, obstacle, elsewhere }} words={finish} />
      <SendingState
        {...{ store, cases, questions }}
        words={words.sending}
        signInAddress={signInFrom(sittingId)}
        addressOf={leadTo}
      />
      <FormMessage>
        {refused &&
          !isTooLong &&
          (refused.error === "unreached" ? words.unreached : refusalOf(refused.error, words.own))}
      </FormMessage>
      <input type="hidden" name="sittingId" value={sittingId} />
      {mostComment !== null && !first && (
        <LastComment {...{ sittingId, words, isTooLong }} most={mostComment} />
      )}
    </SubmitConfirmation>
  );
}

/** Pressed, it waits until what this device holds is stored; then the form is sent by itself. */
function useHandingIn({ sittingId, cases, questions }: Props) {
  const [answer, action] = useSteadyAction(handIn);
  const store = useAnswerStore(sittingId, cases, !questions.mayGoBack);
  const form = useRef<HTMLFormElement>(null);
  const obstacle = useRef<HTMLDivElement>(null);
  const [isPressed, setPressed] = useState(false);

  useEffect(() => {
    if (!isPressed || !store) return;
    let isLeft = false;
    void store.flush().then(({ count: left }) => {
      if (isLeft) return;
      setPressed(false);
      if (left === 0) form.current?.requestSubmit();
      else obstacle.current?.focus();
    });
    return () => {
      isLeft = true;
    };
  }, [isPressed, store]);

  function wait(event: SubmitEvent<HTMLFormElement>): void {
    if (store?.state().count === 0) return;
    event.preventDefault();
    setPressed(true);
  }
  return { answer, action, store, form, isPressed, wait, obstacle };
}

const sayOver = (
  { mayGoBack, draftsCount }: Props["questions"],
  { over, overDrafts, overOneWay }: FinishWords["finish"],
) => (mayGoBack ? over : draftsCount ? overDrafts : overOneWay);

type UnsentProps = Pick<Props, "elsewhere"> & {
  store: AnswerStore | null;
  obstacle: RefObject<HTMLDivElement | null>;
  words: FinishWords["finish"];
};

/** Why it can't be handed in yet; and what nobody here can know. */
function Unsent({ store, obstacle, elsewhere, words }: UnsentProps) {
  const { count = 0, kind, problem } = store?.state() ?? {};
  if (count === 0) return elsewhere;
  // Whose answers wait for their own sign-in is not asked to throw them away.
  const isRefused = kind === "refused" && problem !== "not_found" && problem !== "not_allowed";
  const [one, many] = isRefused ? [words.refusedOne, words.refused] : [words.sendingOne, words.sending];
  return (
    <div ref={obstacle} tabIndex={-1}>
      <Callout tone="warning">{counted(count, one, many)}</Callout>
    </div>
  );
}

type CommentProps = { sittingId: string; most: number; isTooLong: boolean; words: FinishWords };

const fetchKeeping = () => import("#components/sitting/device/kept-comment.ts");

/** What counts its characters, and keeps it, comes after the page. */
function LastComment({ sittingId, most, isTooLong, words }: CommentProps) {
  const { submit, counting } = words;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watched = { sittingId, most, words: { ...counting, kept: submit.commentKept } };
    const stop = fetchKeeping().then(
      ({ watchComment }) => box.current && watchComment(box.current, watched),
      () => null,
    );
    return () => void stop.then((end) => end?.());
  }, [sittingId, most, submit, counting]);
  const line = "mt-1.5 text-sm text-ink-muted empty:hidden";
  return (
    <div ref={box}>
      <TextAreaField
        name="comment"
        label={`${submit.comment}${optionalMark(words)}`}
        hint={submit.commentHint}
        error={isTooLong ? submit.commentTooLong : undefined}
      />
      <p data-seen aria-hidden className={line} />
      <p data-heard role="status" className="sr-only" />
      <p data-kept role="status" className={line} />
    </div>
  );
}

/** By what counts on this device; before that is known, by what the server said; and what it refused counts too. */
function useMissing(
  store: AnswerStore | null,
  cases: readonly Case[],
  refused: Readonly<Record<string, string>> = {},
): Case[] {
  // As text, so that nothing is drawn again as long as it is the same.
  const listOpen = (known: (one: Case) => KnownAnswer) =>
    cases
      .filter((one) => listMissing(known(one).answer, one.asked).length > 0)
      .map(({ position }) => position)
      .join();
  const open = useSyncExternalStore(
    store?.subscribe ?? never,
    () => listOpen((one) => store?.known(one.position) ?? one),
    () => listOpen((one) => one),
  ).split(",");
  return cases.filter(({ position }) => open.includes(String(position)) || String(position) in refused);
}
