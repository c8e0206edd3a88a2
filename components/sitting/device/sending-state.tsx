"use client";

import type { AppConfig } from "next-intl";
import { useState } from "react";
import type { Desk, SendState } from "#components/sitting/device/desk-types.ts";
import { useSendState } from "#components/sitting/device/use-send-state.ts";
import { fill } from "#components/sitting/words.ts";
import { buttonClass } from "#components/ui/button.tsx";

export type SendingWords = AppConfig["Messages"]["sending"];
type Props = { desk: Desk | null; words: SendingWords; signInAddress: string };

export const counted = (count: number, one: string, many: string) =>
  count === 1 ? one : fill(many, { count });

/** What is said of it, a sentence each. */
function tell({ kind, count, problem, isKept, isBlank }: SendState, words: SendingWords): string[] {
  if (kind === "saved") return [isBlank ? words.nothing : words.saved];
  if (kind === "saving") return [words.saving];
  if (kind === "refused") {
    const { problems } = words;
    const isNamed = problem !== null && Object.hasOwn(problems, problem);
    const why = isNamed ? problems[problem as keyof typeof problems] : problems.other;
    return [counted(count, words.refusedOne, words.refusedMany), why];
  }
  const waiting = isKept
    ? counted(count, words.keptOne, words.keptMany)
    : counted(count, words.heldOne, words.heldMany);
  return [kind === "waiting" ? words.waiting : words.signedOut, waiting];
}

const isTrouble = (kind: string) => kind === "waiting" || kind === "signed_out" || kind === "refused";

/**
 * How it stands with the answers, always in words. Read out when something is amiss and when it is well again; that every
 * single answer was saved stands there for whoever looks.
 */
export function SendingState({ desk, words, signInAddress }: Props) {
  const state = useSendState(desk);
  const now = state === null || (state.kind === "saved" && state.isBlank) ? "blank" : state.kind;
  const [turn, setTurn] = useState({ now, last: "saved" });
  if (turn.now !== now) setTurn({ now, last: turn.now === "saving" ? turn.last : turn.now });
  const isSaid = isTrouble(now) || (now === "saved" && turn.last !== "saved");
  const told = state ? tell(state, words) : [words.nothing];
  const needsSignIn =
    now === "signed_out" || state?.problem === "not_found" || state?.problem === "not_allowed";
  return (
    <div
      data-sending={now}
      className={
        isTrouble(now)
          ? "grid gap-2 rounded-md border-l-4 border-warning bg-warning-tint px-4 py-3"
          : "grid gap-2"
      }
    >
      <p
        role="status"
        aria-live={isSaid ? "polite" : "off"}
        className={isTrouble(now) ? "text-ink" : "text-sm text-ink-muted"}
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
      {state?.kind === "refused" && (
        <details>
          <summary className="target cursor-pointer text-accent">{words.discard}</summary>
          <p className="py-2">{words.discardBody}</p>
          <button
            type="button"
            className={buttonClass({ variant: "danger", size: "small" })}
            onClick={() => void desk?.discard()}
          >
            {counted(state.count, words.discardOne, words.discardMany)}
          </button>
        </details>
      )}
    </div>
  );
}
