"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, useTransition } from "react";
import { formOf, signWithPasskey } from "#components/second-factor/ceremonies.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { PasswordField } from "#components/ui/fields/password-field.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { windowMinutes } from "#lib/auth/terms.ts";
import { askPasskeyAgain, proveByPasskey } from "#lib/auth/second-factor/actions.ts";

/**
 * Stands in the form whose action asks again: what is typed here goes along with the form's own fields when it is
 * sent once more, so that nothing has to be filled in twice, with script or without.
 */
export function AskAgain({ state }: { state: ActionState }) {
  const t = useTranslations("secondFactor");
  if (!state || state.ok || state.error !== "ask_again") return null;
  const ways = state.fields?.ways?.split(" ").filter(Boolean) ?? [];
  const problem = state.fields?.problem;
  const wrong =
    problem === "throttled"
      ? t("errors.throttled", { minutes: windowMinutes })
      : problem && t("errors.wrong_proof");
  if (ways.length === 0)
    return (
      <Callout tone="warning" title={t("again.nothingTitle")}>
        {t("again.nothing")}{" "}
        <a href="/account" className="text-accent underline">
          {t("again.toAccount")}
        </a>
      </Callout>
    );
  return (
    <fieldset className="grid gap-4 rounded-md border border-accent bg-accent-tint p-4">
      <legend className="px-1 font-semibold">{t("again.title")}</legend>
      <p>{t("again.intro")}</p>
      <FormMessage>{wrong}</FormMessage>
      {ways.includes("password") && (
        <PasswordField
          name="proof-password"
          label={t("again.password")}
          autoComplete="current-password"
          autoFocus
          words={{ show: t("show"), hide: t("hide") }}
        />
      )}
      {ways.includes("code") && (
        <TextField
          name="proof-code"
          label={t(ways.includes("password") ? "again.orCode" : "again.code")}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
        />
      )}
      {ways.includes("passkey") && <PasskeyAgain />}
    </fieldset>
  );
}

/** Proves first, and then sends the form it stands in. */
function PasskeyAgain() {
  const t = useTranslations("secondFactor");
  const button = useRef<HTMLDivElement>(null);
  const [isBusy, start] = useTransition();
  const [hasFailed, setFailed] = useState(false);
  const prove = async () => {
    const asked = await askPasskeyAgain(null, new FormData());
    const answer = asked.ok ? await signWithPasskey(asked.value) : null;
    const proven = answer !== null && (await proveByPasskey(null, formOf({ answer }))).ok;
    setFailed(!proven);
    if (proven) button.current?.closest("form")?.requestSubmit();
  };
  return (
    <div ref={button} className="grid justify-items-start gap-3 [@media(scripting:none)]:hidden">
      <FormMessage>{hasFailed && t("errors.cancelled")}</FormMessage>
      <Button busy={isBusy} onClick={() => !isBusy && start(prove)}>
        {t("again.passkey")}
      </Button>
    </div>
  );
}
