import type { AnswerValue } from "#lib/sittings/answers/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import type { Entry, PlacedAnswer } from "#components/sitting/device/outbox-rules.ts";
import type { AnswerRefusal, StateProblem, StateReply } from "#lib/sittings/answers/wire.ts";

/** How it stands with everything that was answered here. */
export type SendState = {
  /**
   * saved: nothing waits. saving: under way, or about to be. unfit: what a field shows can't be stored as it stands.
   * waiting: the server is not reached, tried again by itself. signed_out: kept until somebody signs in again.
   * refused: the server won't take them; kept until discarded.
   */
  kind: "saved" | "saving" | "unfit" | "waiting" | "signed_out" | "refused";
  /** Of how many cases an answer is not acknowledged. */
  count: number;
  /** Why they were refused. */
  problem: AnswerRefusal | null;
  /**
   * Where one doesn't go back, what was given to a case one hasn't gone on from; no answer, whichever it is. changed:
   * it is newer than what is stored of it. here: the server doesn't have it yet.
   */
  draft: "none" | "changed" | "here" | "stored";
  /** The cases it is about. */
  refused: readonly number[];
  /** The cases at which an answer was put aside: what was given here, or what was given elsewhere without each having seen the other. */
  replaced: readonly number[];
  /** False where this browser keeps nothing (a private window, a full disk): leaving would lose what waits. */
  isKept: boolean;
  /** Among what waits is what the server had acknowledged, and lost. */
  isGivingBack: boolean;
  /** Nothing was ever answered in this sitting. */
  isBlank: boolean;
};

export type KnownAnswer = { answer: AnswerValue | null; revision: number };

/** What is being answered and not confirmed yet, and how far the top of the case was above the screen's. */
export type UnconfirmedAnswer = { answer: AnswerValue; scrolled: number };
export type Draft = UnconfirmedAnswer & {
  /** The answer that counted as it was written: once another does, it is out of date. */
  upon: AnswerValue | null;
};

/** One sitting on this device: what is answered, what waits to be sent, what the other tabs and devices did. */
export type AnswerStore = {
  /** The answer that counts here: the newest of the server's and this device's. */
  known: (position: number) => KnownAnswer;
  /** What was given here last and isn't acknowledged. */
  newest: () => Entry | undefined;
  /** It is sent, whether or not that is ever heard of: it isn't worded anew any more. */
  noteSent: (entry: Entry) => void;
  /** Whether something that was given here for it isn't acknowledged. */
  isUnacknowledged: (position: number) => boolean;
  /** What a newer answer from elsewhere took the place of, or null where nothing stood here; undefined: none did. */
  replacedAnswer: (position: number) => AnswerValue | null | undefined;
  /** Whether what was put aside was given elsewhere, and something given here, without having seen it, took its place. */
  isOverruled: (answer: AnswerValue) => boolean;
  /** What the server tells of other devices. */
  learn: (all: readonly PlacedAnswer[]) => void;
  /** Told, and left as it is. */
  dismissReplaced: (position: number) => void;
  /**
   * Counts at once; is kept on the device, then sent. Resolves once it is kept (or can't be). Never throws. `seen`: the
   * revision that was known when it was given, where that was a moment ago.
   */
  put: (position: number, answer: AnswerValue, seen?: number) => Promise<void>;
  draft: (position: number) => Promise<Draft | null>;
  /** Null forgets it. Cheap, not awaited. */
  setDraft: (position: number, draft: UnconfirmedAnswer | null) => void;
  /** The fields have changed, and the draft of them isn't set yet. */
  noteChange: () => void;
  state: () => SendState;
  /**
   * Called after every change of the state or of a known answer; `elsewhere`: positions at which something else counts
   * now than what was given here, because another tab or device changed it, or because it was discarded.
   */
  subscribe: (
    heard: (elsewhere: readonly number[], why: "own" | "newer" | "discarded") => void,
  ) => () => void;
  /** Tries to send now; resolves when nothing waits, or when what waits can't be sent for now. */
  flush: () => Promise<SendState>;
  /**
   * Asks the server what other devices did: by itself whenever the page comes into view. Null when it isn't reached, a
   * reason when it tells whoever sits here nothing of this sitting.
   */
  refresh: () => Promise<StateReply | StateProblem | null>;
  /** Throws away what was refused. */
  discardRefused: () => Promise<void>;
  close: () => void;
};

/** `server`: what the page was drawn with. Resolves once what this device had kept is read (or can't be). */
export type OpenAnswerStore = (
  sittingId: string,
  server: readonly ({ position: number; asked: { kind: KindName } } & KnownAnswer)[],
  /** Where one doesn't go back, the server is told the drafts too. */
  tellsDrafts?: boolean,
) => Promise<AnswerStore>;

/** Only where the server has lost something, or the sitting is over. */
export const fetchCopyKeeping = () => import("#components/sitting/device/copy-keeping.ts");

/** Only where one doesn't go back: the others shall not carry it. */
export const fetchDraftSending = () => import("#components/sitting/device/draft-sending.ts");
