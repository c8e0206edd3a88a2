"use client";

import { useActionState, useState } from "react";
import { waitIn, type WaitWords } from "#components/doors/wait-words.ts";
import { PasskeyEntry, type PasskeyWords } from "#components/second-factor/passkey-entry.tsx";
import { CheckboxField } from "#components/ui/fields/checkbox-field.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { PasswordField } from "#components/ui/fields/password-field.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { signIn } from "#lib/auth/actions.ts";
import type { Failure } from "#lib/result.ts";

export type SignInWords = {
  handle: string;
  handleHint?: string;
  secret: string;
  secretHint?: string;
  submit: string;
  busy: string;
  required: string;
  show: string;
  hide: string;
  /** For staff. */
  keep?: { label: string; hint: string };
  passkey?: PasskeyWords;
  wait: WaitWords;
  errors: { mismatch: string; unavailable: string };
};

export function SignInForm({ next, words }: { next?: string; words: SignInWords }) {
  const [state, action] = useActionState(signIn, null);
  // Held here because React empties a form after its action, and a mistyped password should not cost the name.
  const [handle, setHandle] = useState("");
  const error = state && !state.ok ? state : null;
  const missing = (field: string) => (error?.fields?.[field] ? words.required : undefined);
  return (
    <form action={action} className="grid gap-5">
      <FormMessage>{error && error.error !== "invalid" && refusalIn(error, words)}</FormMessage>
      {next && <input type="hidden" name="next" value={next} />}
      <TextField
        name="handle"
        label={words.handle}
        hint={words.handleHint}
        error={missing("handle")}
        value={handle}
        onChange={(event) => setHandle(event.target.value)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
      <PasswordField
        name="secret"
        label={words.secret}
        hint={words.secretHint}
        error={missing("secret")}
        autoComplete="current-password"
        words={words}
      />
      {words.keep && <CheckboxField name="keep" label={words.keep.label} hint={words.keep.hint} />}
      <SubmitButton busyLabel={words.busy}>{words.submit}</SubmitButton>
      {words.passkey && <PasskeyEntry purpose="coming_in" next={next} words={words.passkey} />}
    </form>
  );
}

function refusalIn(refused: Failure, { errors, wait }: SignInWords): string {
  if (refused.error === "throttled") return waitIn(wait, refused);
  return refused.error === "mismatch" ? errors.mismatch : errors.unavailable;
}
