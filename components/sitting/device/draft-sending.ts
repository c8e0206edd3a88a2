import type { SendState } from "#components/sitting/device/answer-store-types.ts";
import {
  isBlank,
  isSameAnswer,
  retryDelay,
  stampAnswer,
  type Entry,
} from "#components/sitting/device/outbox-rules.ts";
import { sendDraft } from "#components/sitting/device/sending.ts";
import { mostReason } from "#lib/sittings/limits.ts";
import type { AnswerValue } from "#lib/sittings/answers/schema.ts";
import { formKindOf } from "#lib/task-kinds/form-registry.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const pauseMs = 1000;
const signedOutMs = 30_000;

type Setting = {
  sittingId: string;
  kind: KindName;
  signal: AbortSignal;
  tell: (draft: SendState["draft"]) => void;
};

/** What can be stored of it: numbers that don't add up yet, and a text that is too long, stay on the device. */
function storable(answer: AnswerValue, kind: KindName): AnswerValue {
  const isShort = (answer.reason ?? "").length <= mostReason;
  return { ...answer, ...formKindOf(kind).withoutUnfit(answer), ...(!isShort && { reason: null }) };
}

/** Where one doesn't go back: tells the server what is given to the case one is at, a second after it was. */
export function openDraftSending({ sittingId, kind, signal, tell }: Setting) {
  /** What the server is to have, as far as this page knows. */
  let latest: Entry | null = null;
  let isStored = false;
  let sent: string | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  let isLeaving = false;

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
    else if (outcome === "stored") {
      isStored = true;
      if (!isBlank(entry.value)) tell("stored");
    } else {
      latest = null;
      tell("none");
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
    const value = draft && storable(draft, kind);
    const isHere = latest?.position === position;
    if (value && latest && isHere && isSameAnswer(latest.value, value)) return;
    // What was never sent needn't be taken back either.
    if (!value || (isBlank(value) && !(isHere && sent))) {
      if (latest && !isHere) return;
      clearTimeout(timer);
      latest = null;
      sent = undefined;
      return tell("none");
    }
    const follows = sent && { follows: sent };
    latest = { sittingId, position, revision: 1, value, ...stampAnswer(), ...follows };
    isStored = false;
    tell(isBlank(value) ? "none" : "here");
    if (isLeaving) void flush();
    else later(pauseMs);
  }

  addEventListener("online", () => void flush(), { signal });
  addEventListener("pagehide", () => ((isLeaving = true), void flush()), { signal });
  addEventListener("pageshow", () => (isLeaving = false), { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  return { give, flush };
}
