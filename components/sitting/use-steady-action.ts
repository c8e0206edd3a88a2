"use client";

import { unstable_rethrow } from "next/navigation";
import { useActionState } from "react";
import { useIsAtWork } from "#components/ui/fields/use-is-at-work.ts";
import type { ActionState } from "#lib/auth/define-action.ts";
import { fail, type Failure, type Result } from "#lib/result.ts";

type Answer = Result<unknown>;
export type Action = (previous: ActionState, form: FormData) => Promise<Answer>;

/**
 * A form whose sending may fail on its way: what was filled in stays, and can be sent again. Without a script, and
 * until it is at work, the form is sent as it is. Tells why it was refused.
 */
export function useSteadyAction(
  action: Action,
): [refused: Failure | null, sending: (form: FormData) => void] {
  const [plain, send] = useActionState(action, null);
  const [steady, sendSteadily] = useActionState<Answer | null, FormData>(async (previous, form) => {
    try {
      return await action(previous, form);
    } catch (error) {
      // Being led to another page comes as an error too.
      unstable_rethrow(error);
      // Sent again, a form that an upgrade has done away with is refused again: the page says what helps.
      if (error instanceof Error && error.name === "UnrecognizedActionError") throw error;
      return fail("unreached");
    }
  }, null);
  const isAtWork = useIsAtWork();
  const answer = isAtWork ? (steady ?? plain) : plain;
  return [answer && !answer.ok ? answer : null, isAtWork ? sendSteadily : send];
}
