"use client";

import clsx from "clsx";
import type { AppConfig } from "next-intl";
import { useState } from "react";
import type { AnswerStore, SendState } from "#components/sitting/device/answer-store-types.ts";
import { useSendState } from "#components/sitting/device/use-send-state.ts";
import { fill } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button-class.ts";
import type { Questions } from "#lib/studies/schema.ts";

export type SendingWords = AppConfig["Messages"]["sending"];
type Props = {
  store: AnswerStore | null;
  words: SendingWords;
  signInAddress: string;
  questions: Pick<Questions, "mayGoBack" | "draftsCount">;
  /** Those that count, in their order. */
  cases: readonly { position: number }[];
  /** The case in sight, which tells by itself what was put aside at it. */
  at?: number;
  /** Null where one can't go there. */
  addressOf: ((position: number) => string) | null;
  onGo?: (position: number) => void;
  /** On top of the cases, a few words beside the place; trouble takes all of its width. */
  inBar?: boolean;
};

const warning = "col-span-full border-l-4 border-warning bg-warning-tint px-4 py-2 text-base";

export const counted = (count: number, one: string, many: string) =>
  count === 1 ? one : fill(many, { count });

/** What is said of it, a sentence each. */
function formatState(
  state: SendState,
  words: SendingWords,
  { questions, inBar }: Pick<Props, "questions" | "inBar">,
): string[] {
  const { kind, count, problem, isKept, isBlank } = state;
  const drafted = formatDraft(state, words, inBar ? null : questions);
  if (kind === "saved" && drafted.length > 0) return drafted;
  if (kind === "saved" && questions.mayGoBack) return [isBlank ? words.nothing : words.saved];
  if (kind === "saved") return [isBlank ? words.nothingOneWay : words.savedOneWay];
  if (kind === "saving" && state.isGivingBack) return [words.givingBack];
  if (kind === "unfit") return [words.unfit];
  if (kind === "saving") return inBar ? [words.saving] : [words.saving, ...drafted];
  if (kind === "refused") {
    const { problems } = words;
    const isNamed = problem !== null && Object.hasOwn(problems, problem);
    const why = isNamed ? problems[problem as keyof typeof problems] : problems.other;
    return [counted(count, words.refusedOne, words.refusedMany), why];
  }
  const waiting = isKept
    ? counted(count, words.keptOne, words.keptMany)
    : counted(count, words.heldOne, words.heldMany);
  return [
    kind === "waiting" ? words.waiting : words.signedOut,
    // None, where only what the server stored isn't told yet.
    ...(count > 0 ? [waiting] : []),
    ...drafted,
  ];
}

/** Where one doesn't go back: what is given to a case isn't its answer before one goes on. */
function formatDraft(
  { draft, isKept }: SendState,
  words: SendingWords,
  /** By which it is told when a draft counts; null where that stands elsewhere. */
  questions: Props["questions"] | null,
): string[] {
  const here = isKept ? words.draftHere : words.draftHeld;
  const where = { none: null, changed: words.saving, here, stored: words.draftStored }[draft];
  if (!where) return [];
  if (!questions) return [where];
  return [fill(words.draft, { where, when: questions.draftsCount ? words.draftCounts : words.draftLater })];
}

const isTrouble = (kind: string) => ["waiting", "signed_out", "refused", "giving_back"].includes(kind);

function stateName(state: SendState | null): string {
  if (state === null || (state.kind === "saved" && state.isBlank)) return "blank";
  return state.kind === "saving" && state.isGivingBack ? "giving_back" : state.kind;
}

/**
 * How it stands with the answers, always in words. Read out when something is amiss and when it is well again; that every
 * single answer was saved stands there for whoever looks.
 */
export function SendingState({ store, words, signInAddress, questions, inBar = false, ...place }: Props) {
  const state = useSendState(store);
  const now = stateName(state);
  const [turn, setTurn] = useState({ now, last: "saved" });
  if (turn.now !== now) setTurn({ now, last: turn.now === "saving" ? turn.last : turn.now });
  const isSaid = isTrouble(now) || (now === "saved" && turn.last !== "saved");
  const told = state ? formatState(state, words, { questions, inBar }) : [words.unscripted];
  const replaced = state?.replaced.filter((position) => position !== place.at) ?? [];
  const needsSignIn =
    now === "signed_out" || state?.problem === "not_found" || state?.problem === "not_allowed";
  return (
    <>
      <div
        data-sending={now}
        className={clsx(
          "grid gap-2",
          isTrouble(now) ? [warning, inBar || "rounded-md"] : inBar && "sitting-state",
        )}
      >
        <p
          role="status"
          aria-live={isSaid ? "polite" : "off"}
          className={isTrouble(now) ? "text-base text-ink" : inBar ? undefined : "text-sm text-ink-muted"}
        >
          {told.map((sentence) => (
            <span key={sentence} className="block">
              {sentence}
            </span>
          ))}
        </p>
        {state && !state.isKept && <p className="text-sm text-ink">{words.unkept}</p>}
        {state && needsSignIn && (
          <p>
            {/* Going away from a page that keeps nothing would lose what waits. */}
            <a
              className="text-accent underline"
              href={signInAddress}
              target={state.isKept ? undefined : "_blank"}
            >
              {words.signIn}
            </a>
          </p>
        )}
        {state && <CaseList {...place} positions={state.refused} words={words} />}
        {state?.kind === "refused" && (
          <details>
            <summary className="target cursor-pointer text-accent">{words.discard}</summary>
            <p className="py-2">{words.discardBody}</p>
            <button
              type="button"
              className={buttonClass({ variant: "danger", size: "small" })}
              onClick={() => void store?.discardRefused()}
            >
              {counted(state.count, words.discardOne, words.discardMany)}
            </button>
          </details>
        )}
      </div>
      {/* Answers that were given here, and overtaken elsewhere. */}
      {replaced.length > 0 && (
        <div className={warning}>
          <p role="status">{counted(replaced.length, words.asideOne, words.asideMany)}</p>
          <CaseList {...place} positions={replaced} words={words} />
        </div>
      )}
    </>
  );
}

type ListProps = Pick<Props, "cases" | "addressOf" | "onGo" | "words"> & { positions: readonly number[] };

/** By name, and with a way there where there is one. */
function CaseList({ positions, cases, addressOf, onGo, words }: ListProps) {
  if (positions.length === 0) return null;
  return (
    <ul role="list" className="flex flex-wrap gap-x-5 gap-y-1">
      {positions.map((position) => {
        const place = cases.findIndex((one) => one.position === position) + 1;
        const name = fill(words.caseAt, { place });
        return (
          <li key={position}>
            {addressOf ? (
              <a
                href={addressOf(position)}
                className="target inline-flex items-center text-accent underline"
                onClick={(event) => {
                  if (!onGo || event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onGo(position);
                }}
              >
                {name}
              </a>
            ) : (
              name
            )}
          </li>
        );
      })}
    </ul>
  );
}
