"use client";

import { useEffect, useRef, useState, type ReactNode, useActionState } from "react";
import { forgetReading } from "#components/reading/long/saved-reading.ts";
import { readingKeys } from "#components/reading/long/use-reading-keys.ts";
import type { ReaderWords } from "#components/reading/words.ts";
import { findSame, type LeasedItem, keyAt } from "#components/reviews/queue/device/open-queue.ts";
import type { ItemDraft } from "#components/reviews/queue/device/queue-outbox.ts";
import { formatProblem, type QueueWords } from "#components/reviews/queue/words.ts";
import { findKey, type KeyAction } from "#components/reviews/queue/work/find-key.ts";
import { ItemView, stageOf } from "#components/reviews/queue/work/item-view.tsx";
import { useQueue, type WorkProps } from "#components/reviews/queue/work/use-queue.ts";
import { PutAside, useRoomBeneathBar, WorkBar } from "#components/reviews/queue/work/work-bar.tsx";
import { ParticipantMain } from "#components/shell/participant-main.tsx";
import { areSingleKeysOn, readKey, switchSingleKeys } from "#components/sitting/keys/listen-to-keys.ts";
import { fill } from "#components/sitting/words.ts";
import { preloadReading } from "#components/task-kinds/read-case.tsx";
import type { WordsToRead } from "#components/task-kinds/words.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import { Button } from "#components/ui/button.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { audit, check, decide, decideBlind } from "#lib/reviews/device/actions.ts";
import type { QueueStep } from "#lib/reviews/queue/schema.ts";
import { isAsked, type CaseKind } from "#lib/task-kinds/case-kinds.ts";

/** One item after the other. */
export function WorkPage(props: WorkProps) {
  const { choices, words, guidance, slug, first } = props;
  const work = useQueue(props);
  const { view, sending, outbox } = work;
  const { current } = view;
  const [shown, setShown] = useState<HelpPanel | null>(null);
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
            <EmptyQueue view={view} words={words} slug={slug} />
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

type HelpPanel = "keys" | "guidance";
type DialogsProps = {
  props: WorkProps;
  current: LeasedItem | null;
  shown: HelpPanel | null;
  onClose: (closed: HelpPanel) => void;
};

function Dialogs({ props, current, shown, onClose }: DialogsProps) {
  const { step, choices, words, guidance } = props;
  const reader = current && !isAsked(current.shown.kind) ? props.wordsOf[current.shown.kind] : undefined;
  const dialog = (what: HelpPanel) => ({
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
function EmptyQueue({
  view,
  words,
  slug,
}: Pick<ReturnType<typeof useQueue>, "view"> & { words: QueueWords; slug: string }) {
  const { problem, isKnown } = view;
  const { not_yours, not_your_part } = words.problems;
  const why = { ...words.nothing, not_yours, not_your_part };
  const known = problem && Object.hasOwn(why, problem) ? (problem as keyof typeof why) : null;
  return (
    <div role="status" className="grid gap-3">
      <p>{why[known ?? (isKnown && !problem ? "done" : "unreachable")]}</p>
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
function useFreshStart(current: LeasedItem | null): void {
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

type PressedKeys = Parameters<Parameters<typeof hearQueueKeys>[0]["onTold"]>[0];

function useQueueKeys(show: (what: HelpPanel) => void): PressedKeys | null {
  const [pressed, setPressed] = useState<PressedKeys | null>(null);
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

const actionOf = { decide, blind: decideBlind, check, audit };

type CurrentProps = { props: WorkProps; work: ReturnType<typeof useQueue>; current: LeasedItem };

/** The item in front of somebody, with what they began and what is to be told of it. */
function CurrentItem({ props, work, current }: CurrentProps) {
  const { step, choices, words, wordsOf, slug, userId, by, first, firstId } = props;
  const { outbox, queue, view, sending } = work;
  const stage = stageOf(step, current);
  const [state, send] = useActionState(actionOf[stage], null);
  const [begun, setBegun] = useState<ItemDraft | null>(null);
  // What somebody chooses before the device has been read is newer than what it keeps.
  const isTouched = useRef(false);
  const { number, round, returned } = current;
  const at = draftAt(current);
  const readingPlace = `${slug} ${userId} ${number}`;
  useEffect(() => {
    let isLeft = false;
    void outbox?.draft(at).then((draft) => void (isLeft || isTouched.current || setBegun(draft)));
    return () => void (isLeft = true);
  }, [outbox, at]);

  const isWaiting = stage === "blind" && (outbox?.isGiven(keyAt("blind", current)) ?? false);
  return (
    <ItemView
      stage={stage}
      choices={choices}
      words={words}
      isWaiting={isWaiting}
      begun={begun}
      item={current}
      readingWords={wordsOf[current.shown.kind] as WordsToRead}
      place={readingPlace}
      notes={
        <>
          {view.isLost && <p role="status">{words.notes.lost}</p>}
          {round > 1 && <p>{fill(words.notes.round, { round })}</p>}
          {returned && (
            <p className="whitespace-pre-line">{fill(words.notes.returned, { words: returned })}</p>
          )}
          {(view.problem === "paused" || view.problem === "closed") && (
            <p role="status">{words.notes[view.problem]}</p>
          )}
          {isWaiting && sending?.kind === "waiting" && <p role="status">{words.notes.blindOffline}</p>}
          <FormMessage>{state && !state.ok ? formatProblem(state.error, words.problems) : null}</FormMessage>
        </>
      }
      form={{
        action: send,
        fields: <HiddenFields slug={slug} by={by} item={current} id={findSame(first, current) && firstId} />,
      }}
      onGive={
        queue &&
        ((given) => {
          outbox?.setDraft(at, null);
          if (stage === step) forgetReading(readingPlace);
          queue.give(given);
        })
      }
      onBegun={(draft) => {
        isTouched.current = true;
        outbox?.setDraft(at, draft);
      }}
    />
  );
}

/** A device keeps what was begun by a number. */
const draftAt = ({ number, round, place }: LeasedItem): number => number * 1000 + round * 10 + place;

type HiddenProps = { slug: string; by: number; item: LeasedItem; id: string | undefined };

function HiddenFields({ slug, by, item, id }: HiddenProps) {
  const { number, round, place, decisionId, check } = item;
  const fields = { slug, by, id, number, round, place, decisionId, checkId: check?.id };
  return Object.entries(fields).map(
    ([name, value]) => value != null && <input key={name} type="hidden" name={name} value={value} />,
  );
}

type Props = { title: string; closeLabel: string; isOpen: boolean; onClose: () => void; children: ReactNode };

/** The browser's own: it keeps the focus inside, gives it back, and closes by Escape. */
function ToldDialog({ title, closeLabel, isOpen, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose} className="small-dialog">
      {isOpen && (
        <div className="grid gap-4">
          <h2 className="text-xl font-semibold">{title}</h2>
          {children}
          <button type="button" onClick={() => dialog.current?.close()} className={buttonClass()}>
            {closeLabel}
          </button>
        </div>
      )}
    </dialog>
  );
}

type Hearing = {
  form: () => HTMLFormElement | null;
  onHelp: () => void;
  onGuidance: () => void;
  /** What was chosen by a key, or the first of two digits. */
  onTold: (told: { chosen: string } | { waiting: string }) => void;
};

const writing = "textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])";

/** Where a number chooses: the group with the focus, else the first of which nothing is chosen, else the last. */
function findGroup(form: HTMLFormElement, target: Element): HTMLElement | null {
  const groups = [...form.querySelectorAll<HTMLElement>("[data-numbered]")].filter(
    (group) => group.dataset["numbered"] !== "0" && group.checkVisibility(),
  );
  const open = groups.find((group) => !group.querySelector(":checked"));
  return groups.find((group) => group.contains(target)) ?? open ?? groups.at(-1) ?? null;
}

const pressable = "a, button, summary";

/** Among choices the focus goes along. From what Enter would press it goes away, since Enter is to send now. */
function choose(input: HTMLInputElement | null | undefined, target: Element): string | null {
  input?.click();
  if (target.matches("[data-choice]")) input?.focus({ preventScroll: true });
  if (target.matches(pressable))
    document.querySelector<HTMLElement>("[data-item]")?.focus({ preventScroll: true });
  return input?.closest("label")?.querySelector("span:not([aria-hidden])")?.textContent ?? null;
}

/** The keys of the item in front of somebody, until the signal. They press what is there for everybody. */
function hearQueueKeys(hearing: Hearing, signal: AbortSignal): void {
  let waiting = "";

  function act(action: KeyAction, form: HTMLFormElement, target: Element): void {
    const group = findGroup(form, target);
    waiting = action.act === "wait" ? action.digits : "";
    if (action.act === "wait") hearing.onTold({ waiting });
    if (action.act === "choose")
      tell(choose(group?.querySelector(`[data-choice="${action.index}"]`), target));
    if (action.act === "accept") tell(choose(form.querySelector(`[data-choice="a"]`), target));
    if (action.act === "reject") reject(form, target, group);
    if (action.act === "comment") form.querySelector("textarea")?.focus();
    if (action.act === "send") form.requestSubmit();
    if (action.act === "help") hearing.onHelp();
    if (action.act === "guidance") hearing.onGuidance();
  }
  const tell = (chosen: string | null) => chosen !== null && hearing.onTold({ chosen });

  /** Where rejecting needs a reason, the way to the reasons. */
  function reject(form: HTMLFormElement, target: Element, group: HTMLElement | null): void {
    const whole = form.querySelector<HTMLInputElement>(`[data-choice="r"]`);
    if (whole) return void tell(choose(whole, target));
    const first = group?.querySelector<HTMLElement>(`[data-choice="0"]`);
    first?.focus();
    first?.scrollIntoView({ block: "nearest" });
  }

  function pressed(event: KeyboardEvent): void {
    const { target } = event;
    const form = hearing.form();
    if (!form || event.altKey || event.isComposing || event.repeat || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || !(target instanceof Element)) return;
    const isSent = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (isSent && form.contains(target)) return void form.requestSubmit();
    if (event.ctrlKey || event.metaKey || target.matches(writing)) return;
    const key = readKey(event);
    // Whatever can be pressed is pressed by Enter, as everywhere.
    if (key === "Enter" && target.matches(pressable)) return;
    if (key !== "Enter" && !areSingleKeysOn()) return;
    const count = Number(findGroup(form, target)?.dataset["numbered"] ?? 0);
    const action = findKey(key, waiting, count);
    if (!action) return;
    if (action.act !== "forget") event.preventDefault();
    act(action, form, target);
  }
  document.addEventListener("keydown", pressed, { signal });
}

type KeysHelpProps = {
  step: QueueStep;
  /** How many reasons can be chosen by a number. */
  count: number;
  words: QueueWords["keys"];
  /** Of long texts, which have keys of their own. */
  reader: ReaderWords["keys"] | null;
};

function KeysHelp({ step, count, words, reader }: KeysHelpProps) {
  const digits = count > 9 ? `01–${count}` : `1–${count}`;
  const rows: readonly (readonly [string, string])[] = [
    ["A", words.accept[step]],
    ["R", words.reject[step]],
    ...(step === "audit" ? [] : [[digits, words.digits[step]] as const]),
    ["C", words.comment],
    ["Enter", words.send],
    ["Ctrl + Enter", words.sendWriting],
    ["G", words.guidance],
    ["?", words.help],
    ...(reader ? readingKeys.map(({ key, action }) => [key, reader[action]] as const) : []),
  ];
  return (
    <div className="grid max-w-prose gap-4">
      <dl className="grid grid-cols-[max-content_1fr] items-center gap-x-6 gap-y-2">
        {rows.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-md border border-edge px-2 py-0.5 font-sans font-medium">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-muted">{words.typing}</p>
      <CheckboxField
        label={words.single}
        hint={words.singleHint}
        defaultChecked={areSingleKeysOn()}
        onChange={({ target }) => switchSingleKeys(target.checked)}
      />
    </div>
  );
}
