import type { Draft } from "#components/sitting/device/answer-store-types.ts";
import {
  isBlank,
  isSameAnswer,
  isUpToDate,
  readResponse,
  retryDelay,
  stampAnswer,
  type Entry,
} from "#components/sitting/device/outbox-rules.ts";
import type { OpenedSitting } from "#components/sitting/device/answer-store.ts";
import { post } from "#components/sitting/device/sending.ts";
import { draftsOf } from "#components/sitting/device/sitting-storage.ts";
import { maxReason } from "#lib/sittings/limits.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";
import type { AnswerRefusal } from "#lib/sittings/answers/wire.ts";
import { formKindOf } from "#lib/task-kinds/form-registry.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const pauseMs = 1000;
const signedOutMs = 30_000;

type Cases = readonly { position: number; asked: { kind: KindName } }[];

/** What can be stored of it: numbers that don't add up yet, and a text that is too long, stay on the device. */
function storable(answer: AnswerValue, kind: KindName): AnswerValue {
  const isShort = (answer.reason ?? "").length <= maxReason;
  return { ...answer, ...formKindOf(kind).withoutUnfit?.(answer), ...(!isShort && { reason: null }) };
}

/** Where one doesn't go back: tells the server what is given to the case one is at, a second after it was. */
export async function openDraftSending(opened: OpenedSitting, cases: Cases, signal: AbortSignal) {
  const sending = sendDrafts(opened, cases, signal);
  await sendKeptDrafts(opened, sending.give);
  return sending;
}

function sendDrafts({ sittingId, outbox }: OpenedSitting, cases: Cases, signal: AbortSignal) {
  /** What the server is to have, as far as this page knows. */
  let latest: Entry | null = null;
  let isStored = false;
  /** Somebody changed the fields since it was given. */
  let isOutrun = false;
  let sent: string | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  let isLeaving = false;

  function notify(): void {
    const stored = isOutrun ? "changed" : "stored";
    outbox.setDraft(!latest || isBlank(latest.value) ? "none" : isStored ? stored : "here");
  }

  function later(ms: number): void {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(() => void flush(), ms);
  }

  async function send(entry: Entry): Promise<void> {
    sent = entry.id;
    const outcome = await sendDraft(entry);
    failures = outcome ? 0 : failures + 1;
    if (latest !== entry) return;
    if (!outcome) later(retryDelay(failures));
    else if (outcome === "not_signed_in") later(signedOutMs);
    else {
      if (outcome === "stored") isStored = true;
      else latest = null;
      notify();
    }
  }

  /** Resolves once the server has it, or can't have it for now. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    await sending;
    if (!latest || isStored) return;
    sending = send(latest);
    await sending;
    sending = null;
  }

  function give(position: number, draft: AnswerValue | null): void {
    const of = cases.find((one) => one.position === position);
    const value = draft && of ? storable(draft, of.asked.kind) : null;
    const isHere = latest?.position === position;
    isOutrun = false;
    if (value && latest && isHere && isSameAnswer(latest.value, value)) return notify();
    // What was never sent needn't be taken back either.
    if (!value || (isBlank(value) && !(isHere && sent))) {
      if (latest && !isHere) return notify();
      clearTimeout(timer);
      latest = null;
      sent = undefined;
      return notify();
    }
    latest = { sittingId, position, revision: 1, value, ...stampAnswer(), ...(sent && { follows: sent }) };
    isStored = false;
    notify();
    if (isLeaving) void flush();
    else later(pauseMs);
  }

  function noteChange(): void {
    isOutrun = true;
    notify();
  }

  addEventListener("online", () => void flush(), { signal });
  addEventListener("pagehide", () => ((isLeaving = true), void flush()), { signal });
  addEventListener("pageshow", () => (isLeaving = false), { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  return { give, noteChange, flush };
}

/** Null: not reached, or whoever answered wasn't the product. */
async function sendDraft(entry: Entry): Promise<"stored" | AnswerRefusal | null> {
  const told = await post(entry, { isDraft: true });
  if (told?.[0] === 200 && Object.hasOwn(Object(told[1]), "draftSavedAt")) return "stored";
  const refused = told && readResponse(...told);
  return typeof refused === "string" ? refused : null;
}

/** What an earlier page put by, and perhaps could no longer send. */
async function sendKeptDrafts(
  { sittingId, outbox, storage }: OpenedSitting,
  give: (position: number, answer: AnswerValue) => void,
): Promise<void> {
  const all = draftsOf(sittingId);
  const keys = await storage.ask<IDBValidKey[]>("drafts", "readonly", (drafts) => drafts.getAllKeys(all));
  const kept = await storage.ask<Draft[]>("drafts", "readonly", (drafts) => drafts.getAll(all));
  for (const [at, draft] of (kept ?? []).entries()) {
    const position = Number((keys?.[at] as number[] | undefined)?.[1]);
    const known = outbox.known(position);
    if (isUpToDate(draft, known) && !isSameAnswer(draft.answer, known.answer)) give(position, draft.answer);
  }
}
