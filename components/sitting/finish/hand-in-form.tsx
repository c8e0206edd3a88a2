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
import type {
  AnswerStore,
  KnownAnswer,
  OpenAnswerStore,
} from "#components/sitting/device/answer-store-types.ts";
import { counted, SendingState } from "#components/sitting/device/sending-state.tsx";
import { useAnswerStore } from "#components/sitting/device/use-answer-store.ts";
import { addressOf } from "#components/sitting/navigation/address.ts";
import { isDone, listItems, type OverviewItem } from "#components/sitting/navigation/overview-items.ts";
import { Overview } from "#components/sitting/navigation/overview.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { useSteadyAction, type Action } from "#components/sitting/use-steady-action.ts";
import { refusalOf, type SittingWords } from "#components/sitting/words.ts";
import type { CountingWords } from "#components/sitting/case/watch-text.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import type { CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { handIn } from "#lib/sittings/joining/participant-actions.ts";

type Case = { position: number; asked: CaseQuestions } & KnownAnswer;
type FinishWords = Pick<SittingWords, "submit" | "overview"> & {
  own: Pick<SittingWords["own"], "errors">;
  finish: Record<"sendingOne" | "sending" | "refusedOne" | "refused" | "waiting", string>;
  sending: Parameters<typeof SendingState>[0]["words"];
  unreached: string;
  counting: CountingWords;
};
type Props = {
  sittingId: string;
  /** Those that count, as the server knows them. */
  cases: readonly Case[];
  questions: Pick<CaseQuestions, "mayGoBack" | "draftsCount">;
  /** The field of a last comment, which the server draws, and how long it may be; null where none is asked for. */
  comment: { field: ReactNode; most: number } | null;
  /** What is said where the time is over, and what is missing stays so. */
  over: ReactNode;
  /** What is said of other devices, once all of this one is stored. */
  elsewhere: ReactNode;
  words: FinishWords;
  /** What takes it, and where the answers lie, where that isn't the server and this device. */
  sendTo?: Action;
  openStore?: OpenAnswerStore;
};

const never = () => () => undefined;

/**
 * The end of a sitting: all cases at a glance, a last comment, and handing in. Nothing is handed in before everything that
 * was answered here is stored. Without a script the server alone decides.
 */
export function HandInForm(props: Props) {
  const { sittingId, cases, questions, comment, over, words, sendTo = handIn, openStore } = props;
  const { submit, overview, finish } = words;
  const [refused, action] = useSteadyAction(sendTo);
  const store = useAnswerStore(sittingId, cases, !questions.mayGoBack, openStore);
  const form = useRef<HTMLFormElement>(null);
  const obstacle = useRef<HTMLDivElement>(null);
  const [isPressed, setPressed] = useState(false);
  const items = useItems(store, cases, refused?.fields);

  // Pressed, it waits until what this device holds is stored; then the form is sent by itself.
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

  const addressAt = (position: number) => addressOf(sittingId, position);
  const mayReturn = questions.mayGoBack && !over;
  const open = over ? undefined : cases[items.findIndex((item) => !isDone(item))];
  return (
    <div className="grid gap-6">
      <PageTitle>{submit.title}</PageTitle>
      {over}
      <Overview
        items={items}
        words={words}
        hint={over ? null : mayReturn ? overview.hint : overview.noReturn}
        linkTo={mayReturn ? (place) => ({ href: addressAt(cases[place - 1]?.position ?? 1) }) : undefined}
      />
      <form
        ref={form}
        action={action}
        onSubmit={wait}
        onReset={keepFilledIn}
        className="grid gap-6 border-t border-line pt-6"
      >
        <Unsent store={store} obstacle={obstacle} elsewhere={props.elsewhere} words={finish} />
        <SendingState
          store={store}
          cases={cases}
          questions={questions}
          words={words.sending}
          signInAddress={`/sign-in?as=participant&next=${addressOf(sittingId, "finish")}`}
          addressOf={mayReturn ? addressAt : null}
        />
        <FormMessage>{refused && formatRefusal(refused, words)}</FormMessage>
        <input type="hidden" name="sittingId" value={sittingId} />
        {open ? (
          <div className="grid justify-items-start gap-3">
            <ButtonLink href={addressAt(open.position)} variant="primary">
              {overview.resume}
            </ButtonLink>
            <p className="text-ink-muted">{overview.notYet}</p>
          </div>
        ) : (
          <>
            {comment && <LastComment {...comment} sittingId={sittingId} words={words} />}
            <p>{submit.body}</p>
            <div>
              <SubmitButton busyLabel={isPressed ? finish.waiting : submit.busy} waits={isPressed}>
                {submit.confirm}
              </SubmitButton>
            </div>
          </>
        )}
      </form>
    </div>
  );
}

function formatRefusal(
  { error, fields }: { error: string; fields?: Readonly<Record<string, string>> },
  { submit, unreached, own }: FinishWords,
): string {
  if (fields?.comment) return submit.commentTooLong;
  return error === "unreached" ? unreached : refusalOf(error, own);
}

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

type CommentProps = NonNullable<Props["comment"]> & { sittingId: string; words: FinishWords };

const fetchKeeping = () => import("#components/sitting/device/kept-comment.ts");

/** What counts its characters, and keeps it, comes after the page. */
function LastComment({ sittingId, most, field, words }: CommentProps) {
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
      {field}
      <p data-seen aria-hidden className={line} />
      <p data-heard role="status" className="sr-only" />
      <p data-kept role="status" className={line} />
    </div>
  );
}

/** By what counts on this device; before that is known, by what the server said; and what it refused counts too. */
function useItems(
  store: AnswerStore | null,
  cases: readonly Case[],
  refused: Readonly<Record<string, string>> = {},
): OverviewItem[] {
  // As text, so that nothing is drawn again as long as it is the same.
  const list = (known: (one: Case) => KnownAnswer) =>
    JSON.stringify(listItems(cases.map((one) => ({ ...one, isPractice: false, answer: known(one).answer }))));
  const items = useSyncExternalStore(
    store?.subscribe ?? never,
    () => list((one) => store?.known(one.position) ?? one),
    () => list((one) => one),
  );
  return (JSON.parse(items) as OverviewItem[]).map((item, at) =>
    String(cases[at]?.position) in refused && isDone(item) ? { ...item, state: "partly" } : item,
  );
}
