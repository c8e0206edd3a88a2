"use client";

import { useState, useTransition } from "react";
import { formOf, signWithPasskey } from "#components/second-factor/ceremonies.ts";
import { Button } from "#components/ui/button.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { askPasskey, enterByPasskey } from "#lib/auth/second-factor/actions.ts";

export type PasskeyWords = {
  submit: string;
  errors: { cancelled: string; wrong_passkey: string; no_half: string; throttled: string };
};
type Props = {
  purpose: "coming_in" | "second_step";
  next?: string;
  words: PasskeyWords;
  variant?: "primary" | "secondary";
};

/** Nothing without script, so not there without it. Stands in a form where that has a box for being kept. */
export function PasskeyEntry({ purpose, next, words, variant = "secondary" }: Props) {
  const [isBusy, start] = useTransition();
  const [problem, setProblem] = useState<string | null>(null);
  const enter = async (keep: boolean): Promise<string | null> => {
    const asked = await askPasskey(null, formOf({ for: purpose, keep: keep ? "on" : undefined }));
    if (!asked.ok) return asked.error;
    const answer = await signWithPasskey(asked.value);
    if (answer === null) return "cancelled";
    const entered = await enterByPasskey(null, formOf({ answer, next }));
    return entered.ok ? null : entered.error;
  };
  const formatError = (code: string) =>
    code in words.errors ? words.errors[code as keyof PasskeyWords["errors"]] : words.errors.wrong_passkey;
  return (
    <div className="grid gap-3 [@media(scripting:none)]:hidden">
      <FormMessage>{!isBusy && problem && formatError(problem)}</FormMessage>
      <Button
        variant={variant}
        busy={isBusy}
        onClick={({ currentTarget: { form } }) => {
          const keep = form !== null && new FormData(form).get("keep") === "on";
          if (!isBusy) start(async () => setProblem(await enter(keep)));
        }}
      >
        {words.submit}
      </Button>
    </div>
  );
}
