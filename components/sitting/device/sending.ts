import { msSinceGiven, readResponse, type Entry } from "#components/sitting/device/outbox-rules.ts";
import type { SentAnswer, StateProblem, StateReply } from "#lib/sittings/answers/wire.ts";

const maxMs = 15_000;
const longestTurnMs = 20_000;
/** What a browser takes along when the page goes; in bytes, and a character may have three. */
const keptAlive = 20_000;

const address = (sittingId: string, what: string) => `/api/sittings/${sittingId}/${what}`;

/** Null: not reached, or whoever answered wasn't the product. */
export async function send(entry: Entry) {
  const told = await post(entry);
  return told && readResponse(...told);
}

/** Null: no answer at all. */
export async function post(entry: Entry, more = {}): Promise<[status: number, body: unknown] | null> {
  const { sittingId, position, id, revision, value, clientAt, follows, seal } = entry;
  const sent: SentAnswer = { position, id, revision, value, clientAt, agoMs: msSinceGiven(entry) };
  const body = JSON.stringify({ ...sent, follows, seal, ...more });
  try {
    const answer = await fetch(address(sittingId, "answers"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      keepalive: body.length < keptAlive,
      signal: AbortSignal.timeout(maxMs),
    });
    return [answer.status, await answer.json()];
  } catch {
    return null;
  }
}

/** As `send` does, a refusal by its reason. `since`: only what is new since that was told. */
export async function askState(sittingId: string, since?: string): Promise<StateReply | StateProblem | null> {
  try {
    const what = since ? `state?since=${since}` : "state";
    const answer = await fetch(address(sittingId, what), { signal: AbortSignal.timeout(maxMs) });
    const told = (await answer.json()) as StateReply;
    if (answer.ok && Array.isArray(told.answers)) return told;
    const refused = readResponse(answer.status, told);
    return typeof refused === "string" ? (refused as StateProblem) : null;
  } catch {
    return null;
  }
}

/** One tab at a time, where the browser can tell: two at once would do no harm, and one that hangs holds up nobody. */
async function takeTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator;
  let turn: Promise<T> | undefined;
  const begin = () => (turn ??= work());
  try {
    await locks.request(name, { signal: AbortSignal.timeout(longestTurnMs) }, begin);
  } catch {
    // No locks outside of a secure context, or not in time.
  }
  return begin();
}

type RetryOptions = {
  name: string;
  /** Says after how many milliseconds the next one is due, or null. */
  attempt: () => Promise<number | null>;
  /** The page is in view or in reach again: an attempt follows at once. */
  comeBack: () => void;
  signal: AbortSignal;
};

/** Attempts one after the other, until the signal. */
export function keepTrying({ name, attempt, comeBack, signal }: RetryOptions) {
  let running: Promise<void> | null = null;
  let isDue = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    do {
      isDue = false;
      clearTimeout(timer);
      timer = undefined;
      const wait = await takeTurn(name, attempt).catch(() => maxMs);
      if (wait !== null && !isDue && !signal.aborted) timer = setTimeout(tryNow, wait);
    } while (isDue);
    running = null;
  }
  function tryNow(): Promise<void> {
    isDue = true;
    return (running ??= run());
  }
  /** What is new waits its turn while the server isn't reached. */
  function tryInTurn(): void {
    if (timer === undefined) void tryNow();
  }
  function wake(event: Event): void {
    if (event.type === "visibilitychange" && document.hidden) return;
    // The first showing: the page comes fresh from the server.
    if ((event as PageTransitionEvent).persisted === false) return;
    comeBack();
    void tryNow();
  }
  for (const coming of ["online", "pageshow", "focus"]) addEventListener(coming, wake, { signal });
  document.addEventListener("visibilitychange", wake, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  return { tryNow, tryInTurn };
}
