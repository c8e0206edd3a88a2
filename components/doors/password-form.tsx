"use client";

import { useActionState, type ReactNode } from "react";
import { waitIn, type WaitWords } from "#components/doors/wait-words.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { PasswordField } from "#components/ui/fields/password-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { setPassword } from "#lib/auth/actions.ts";

type Props = {
  handle: string;
  asksCurrent: boolean;
  /** Where the way leads on once it is saved. */
  next?: string;
  /** Asks whether programs are shut out too. */
  tokens?: ReactNode;
  words: {
    current: string;
    fresh: string;
    repeat: string;
    rules: string;
    submit: string;
    busy: string;
    saved: string;
    show: string;
    hide: string;
    tokensEnded: string;
    tokensKept: string;
    wait: WaitWords;
    errors: Record<string, string>;
  };
};

const ofRepeat = new Set(["mismatch"]);
const ofCurrent = new Set(["wrong_current", "throttled"]);

export function PasswordForm({ handle, asksCurrent, next, tokens, words }: Props) {
  const [state, action] = useActionState(setPassword, null);
  const refused = state && !state.ok ? state : null;
  const code = refused?.error;
  const error =
    refused?.error === "throttled"
      ? waitIn(words.wait, refused)
      : code && (words.errors[code] ?? words.errors.invalid);
  return (
    <form action={action} className="grid max-w-md gap-5">
      <FormMessage tone="success">
        {state?.ok && `${words.saved} ${state.value.tokens > 0 ? words.tokensEnded : words.tokensKept}`}
      </FormMessage>
      {/* Password managers file the new password under it. */}
      <input type="hidden" name="username" autoComplete="username" value={handle} readOnly />
      {next && <input type="hidden" name="next" value={next} />}
      {asksCurrent && (
        <PasswordField
          name="current"
          label={words.current}
          error={code && ofCurrent.has(code) ? error : undefined}
          autoComplete="current-password"
          required
          words={words}
        />
      )}
      <PasswordField
        name="password"
        label={words.fresh}
        hint={words.rules}
        error={code && !ofCurrent.has(code) && !ofRepeat.has(code) ? error : undefined}
        autoComplete="new-password"
        required
        words={words}
      />
      <PasswordField
        name="repeated"
        label={words.repeat}
        error={code && ofRepeat.has(code) ? error : undefined}
        autoComplete="new-password"
        required
        words={words}
      />
      {tokens}
      <div>
        <SubmitButton busyLabel={words.busy}>{words.submit}</SubmitButton>
      </div>
    </form>
  );
}
