"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";
import { ParticipantMain } from "#components/shell/participant-main.tsx";
import { fill } from "#components/sitting/words.ts";
import { preloadReading } from "#components/task-kinds/read-case.tsx";
import { Button } from "#components/ui/button.tsx";
import { findSame, type HeldItem } from "#components/reviews/queue/device/held-items.ts";
import { CurrentItem } from "#components/reviews/queue/work/current-item.tsx";
import { hearQueueKeys } from "#components/reviews/queue/work/hear-queue-keys.ts";
import { KeysHelp } from "#components/reviews/queue/work/keys-help.tsx";
import { PutAside } from "#components/reviews/queue/work/put-aside.tsx";
import { ToldDialog } from "#components/reviews/queue/work/told-dialog.tsx";
import { useQueue } from "#components/reviews/queue/work/use-queue.ts";
import { useRoomBeneathBar, WorkBar } from "#components/reviews/queue/work/work-bar.tsx";
import type { WorkProps } from "#components/reviews/queue/work/work-props.ts";
import type { QueueWords } from "#components/reviews/queue/words.ts";
import type { ReaderWords } from "#components/reading/words.ts";
import { isAsked, type CaseKind } from "#lib/task-kinds/case-kinds.ts";

/** One item after the other. */
export function WorkPage(props: WorkProps) {
  const { choices, words, guidance, slug, first } = props;
  const work = useQueue(props);
  const { view, sending, outbox } = work;
  const { current } = view;
  const [shown, setShown] = useState<Told | null>(null);
  const pressed = useQueueKeys(setShown);
  const isFirst = props.isNew && findSame(first, current) !== undefined;
  const page = useRef<HTMLDivElement>(null);
  useRoomBeneathBar(page);
  useFreshStart(current);
  usePreloaded(Object.keys(props.wordsOf).join(" "));
  return (
    <>
      <WorkBar props={props} sending={sending} onGuidance={() => setShown("guidance")} />
      <ParticipantMain close wide>
        <div ref={page} className="grid gap-6 [--bar:2.75rem]">
          <p role="status" className="sr-only">
            {pressed &&
              ("chosen" in pressed ? fill(words.keys.chosen, pressed) : fill(words.keys.waiting, pressed))}
          </p>
          {isFirst && <FirstGuidance title={words.guidance}>{guidance}</FirstGuidance>}
          {sending && (
            <PutAside
              choices={choices}
              words={words}
              aside={sending.aside}
              onPutAway={(id) => outbox?.putAway(id)}
            />
          )}
          {view.elsewhere !== null && (
            <p role="status">{fill(words.notes.elsewhere, { number: view.elsewhere })}</p>
          )}
          {current ? (
            <CurrentItem
              key={`${current.number} ${current.round} ${current.place}`}
              props={props}
              work={work}
              current={current}
            />
          ) : (
            <Nothing view={view} words={words} slug={slug} />
          )}
          <div className="-ml-4 flex flex-wrap">
            <Button variant="quiet" className="sm:hidden" onClick={() => setShown("guidance")}>
              {words.guidance}
            </Button>
            <Button variant="quiet" className="pointer-coarse:hidden" onClick={() => setShown("keys")}>
              {words.keys.title}
            </Button>
          </div>
        </div>
      </ParticipantMain>
      <Dialogs
        props={props}
        current={current}
        shown={shown}
        // A dialog tells of its closing a little later: the other may have been asked for meanwhile.
        onClose={(closed) => setShown((now) => (now === closed ? null : now))}
      />
    </>
  );
}

type Told = "keys" | "guidance";
type DialogsProps = {
  props: WorkProps;
  current: HeldItem | null;
  shown: Told | null;
  onClose: (closed: Told) => void;
};

function Dialogs({ props, current, shown, onClose }: DialogsProps) {
  const { step, choices, words, guidance } = props;
  const reader = current && !isAsked(current.shown.kind) ? props.wordsOf[current.shown.kind] : undefined;
  const dialog = (what: Told) => ({
    closeLabel: words.close,
    isOpen: shown === what,
    onClose: () => onClose(what),
  });
  return (
    <>
      <ToldDialog {...dialog("guidance")} title={words.guidance}>
        <div className="max-w-prose">{guidance}</div>
      </ToldDialog>
      <ToldDialog {...dialog("keys")} title={words.keys.title}>
        <KeysHelp
          step={step}
          words={words.keys}
          count={step === "check" ? choices.errorTypes.length : choices.reasons.length}
          reader={reader ? (reader as ReaderWords).keys : null}
        />
      </ToldDialog>
    </>
  );
}

/** There is nothing in front of them: whether there is nothing at all, or nothing more on this device. */
function Nothing({
  view,
  words,
  slug,
}: Pick<ReturnType<typeof useQueue>, "view"> & { words: QueueWords; slug: string }) {
  const { problem, isKnown } = view;
  const { nothing } = words;
  const known = problem && Object.hasOwn(nothing, problem) ? (problem as keyof typeof nothing) : null;
  return (
    <div role="status" className="grid gap-3">
      <p>{nothing[known ?? (isKnown && !problem ? "done" : "unreachable")]}</p>
      <p>
        <a className="text-accent underline" href={`/queue/${slug}/mine`}>
          {words.own}
        </a>
      </p>
    </div>
  );
}

const FirstGuidance = ({ title, children }: { title: string; children: ReactNode }) => (
  <details open className="rounded-lg border border-line bg-raised p-5">
    <summary className="target cursor-pointer font-semibold">{title}</summary>
    <div className="max-w-prose pt-3">{children}</div>
  </details>
);

/** Each new item is read from its beginning; the keyboard goes on from its name. */
function useFreshStart(current: HeldItem | null): void {
  const name = current ? `${current.number} ${current.round} ${current.place}` : null;
  const before = useRef(name);
  useEffect(() => {
    if (before.current === name) return;
    before.current = name;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>("[data-item]")?.focus({ preventScroll: true });
  }, [name]);
}

/** Whatever the items to come are drawn with is there before they are, and without a network. */
function usePreloaded(kinds: string): void {
  useEffect(() => {
    for (const kind of kinds.split(" ")) void preloadReading(kind as CaseKind).catch(() => undefined);
  }, [kinds]);
}

type Pressed = Parameters<Parameters<typeof hearQueueKeys>[0]["onTold"]>[0];

function useQueueKeys(show: (what: Told) => void): Pressed | null {
  const [pressed, setPressed] = useState<Pressed | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const form = () => document.querySelector<HTMLFormElement>("form[data-queue-form]");
    hearQueueKeys(
      { form, onHelp: () => show("keys"), onGuidance: () => show("guidance"), onTold: setPressed },
      leaving.signal,
    );
    return () => leaving.abort();
  }, [show]);
  return pressed;
}
