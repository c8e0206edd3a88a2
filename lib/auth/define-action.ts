import "server-only";
import { refresh } from "next/cache";
import type { z } from "zod";
import { readForm } from "#lib/auth/request/form-input.ts";
import { getSignedIn, type SignedIn } from "#lib/auth/request/request.ts";
import { logRefused } from "#lib/auth/request/log-refused.ts";
import type { Role } from "#lib/auth/roles.ts";
import { askAgain } from "#lib/auth/second-factor/step-up.ts";
import { hasRole, type Viewer } from "#lib/auth/viewer.ts";
import { orBusy } from "#lib/auth/secrets/waiting-line.ts";
import { fail, type Failure, type Result } from "#lib/result.ts";

export type ActionState<T = unknown, E extends string = string> = Result<T, E> | null;
type ActionRefusal = "not_signed_in" | "not_enrolled" | "not_allowed" | "invalid" | "busy" | "ask_again";
type Action<T, E extends string> = (
  previous: ActionState,
  form: FormData,
) => Promise<Result<T, E | ActionRefusal>>;

type Demands = {
  /** Asks again who it is, where that was shown longer ago. */
  freshMinutes?: number;
  /** Goes through for whoever has nothing yet to show who they are with. */
  orNothingToProve?: boolean;
  /** Open to whoever still has to set up the second factor that is required. */
  beforeEnrolment?: boolean;
};

/**
 * The only way a server action is made: an action is a public door, so the caller is proven first,
 * then the input is parsed, and only then anything happens.
 */
export function defineAction<R extends Role, S extends z.ZodType, T, E extends string>(
  allowed: readonly R[],
  input: S,
  run: (viewer: Viewer<R>, given: z.output<S>) => Promise<Result<T, E>>,
  demands: Demands = {},
): Action<T, E> {
  return async (_previous, form) => {
    const signedIn = await getSignedIn();
    if (!signedIn) return fail("not_signed_in");
    const { viewer } = signedIn;
    if (!hasRole(viewer, allowed)) return logRefused(viewer);
    if (signedIn.mustEnrol && !demands.beforeEnrolment) return fail("not_enrolled");
    const given = readForm(input, form);
    if (!given.ok) return given;
    return orBusy(async () => (await refuseStale(signedIn, form, demands)) ?? run(viewer, given.value));
  };
}

/** Only staff do what asks again; what a participant does is never that dangerous to others. */
async function refuseStale(
  { viewer, provenAt }: SignedIn,
  form: FormData,
  { freshMinutes, orNothingToProve = false }: Demands,
): Promise<Failure<"ask_again"> | null> {
  if (freshMinutes === undefined || !hasRole(viewer, ["researcher", "admin"])) return null;
  return askAgain(viewer, { provenAt, form, minutes: freshMinutes, orNothing: orNothingToProve });
}

/** What was done shows on the page that asked; where it wasn't, that stays as it is. */
export function refreshed<R extends Result<unknown>>(done: R): R {
  if (done.ok) refresh();
  return done;
}

/** For the doors themselves: signing in happens before there is a viewer. */
export function definePublicAction<S extends z.ZodType, T, E extends string>(
  input: S,
  run: (given: z.output<S>) => Promise<Result<T, E>>,
): Action<T, E> {
  return async (_previous, form) => {
    const given = readForm(input, form);
    return given.ok ? orBusy(() => run(given.value)) : given;
  };
}
